import { type CommandRow, JSON_OPTION } from "../command-row.js";

export const SERVICE_ROWS: readonly CommandRow[] = [
  {
    name: "serve",
    says: "Run the service until SIGTERM; SIGHUP reloads.",
    settings: "all",
    examples: [
      "pilothouse serve",
      "pilothouse serve --https-port 0 --http-jsonrpc true",
      "PILOTHOUSE_LOG_LEVEL=debug pilothouse serve --config ./pilothouse.toml",
    ],
    load: async () => (await import("../commands/serve.js")).serve,
  },
  {
    name: "config",
    says: "Print the settings in force and where each came from.",
    settings: "all",
    options: [
      { flags: "--default", says: "print the documented file of settings with all defaults instead" },
      JSON_OPTION,
    ],
    examples: ["pilothouse config", "pilothouse config --default > pilothouse.toml"],
    load: async () => (await import("../commands/config.js")).config,
  },
  {
    name: "feed keygen",
    says: "Make a pair of keys; the public one is printed.",
    options: [
      { flags: "--out <file>", says: "where the private key goes", preset: "feed-key.pem", is: "file" },
    ],
    examples: ["pilothouse feed keygen --out feed-key.pem"],
    load: async () => (await import("../commands/feed.js")).keygen,
  },
  {
    name: "feed sign",
    says: "Write a feed that offers FILE.",
    args: [{ name: "<file>", says: "the file to offer", is: "file" }],
    options: [
      { flags: "--release <version>", says: "the version that FILE is", required: true },
      { flags: "--key <file>", says: "private key", preset: "feed-key.pem", is: "file" },
      { flags: "--out <dir>", says: "directory of the feed", preset: "feed", is: "file" },
    ],
    examples: ["pilothouse feed sign router-2.11.0.zip --release 2.11.0 --key feed-key.pem --out /srv/feed"],
    load: async () => (await import("../commands/feed.js")).sign,
  },
];

export const SHELL_ROWS: readonly CommandRow[] = [
  {
    name: "completion",
    says: "Print the script that lets a shell complete commands, options, keys and profiles.",
    args: [{ name: "<shell>", says: "bash, zsh or fish", is: "shell" }],
    examples: [
      "source <(pilothouse completion bash)",
      'pilothouse completion zsh > "$fpath[1]/_pilothouse"',
      "pilothouse completion fish > ~/.config/fish/completions/pilothouse.fish",
    ],
    load: async () => (await import("../commands/completion.js")).completion,
  },
  {
    name: "__complete",
    says: "Print what the last of the words may become.",
    args: [{ name: "[words...]", says: "the words after the program's name" }],
    hidden: true,
    load: async () => (await import("../commands/complete.js")).complete,
  },
];
