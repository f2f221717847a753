import { argument, COMPLETE, type CommandDefinition } from "../command/definition.js";

export const SHELL_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "completion",
    description: "Print the script that lets a shell complete commands, options, keys, profiles and nodes.",
    local: true,
    args: [argument("<shell>", "bash, zsh or fish", "shell")],
    examples: [
      "source <(pilothouse completion bash)",
      'pilothouse completion zsh > "$fpath[1]/_pilothouse"',
      "pilothouse completion fish > ~/.config/fish/completions/pilothouse.fish",
    ],
    load: async () => (await import("./scripts.js")).completion,
  },
  {
    name: COMPLETE,
    description: "Print what the last of the words may become.",
    local: true,
    args: [argument("[words...]", "the words after the program's name")],
    hidden: true,
    load: async () => (await import("./complete.js")).complete,
  },
];
