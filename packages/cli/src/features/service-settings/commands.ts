import { type CommandDefinition, JSON_OPTION, option } from "../../command/definition.js";

export const CONFIG_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "config",
    description: "Print the settings in force and where each came from.",
    local: true,
    settings: "all",
    options: [
      option("--default", "print the documented settings file with all defaults instead"),
      JSON_OPTION,
    ],
    examples: ["pilothouse config", "pilothouse config --default > pilothouse.toml"],
    load: async () => (await import("./config.js")).config,
  },
];
