import { argument, type CommandDefinition, option } from "../../command/definition.js";

export const STATUS_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "info",
    description: "Print the router's status and figures.",
    args: [argument("[key...]", "which keys; default: all", "infoKey")],
    notes: async () =>
      `Keys: ${(await import("@pilothouse/client/browser")).INFO_NAMES.join(", ")}. The names of the wire (svc.router.uptime, i2p.router.uptime) do as well.`,
    examples: [
      "pilothouse info",
      "pilothouse info uptime net.status",
      "pilothouse info --json | jq .version",
    ],
    load: async () => (await import("./info.js")).info,
  },
  {
    name: "watch",
    description: "Show the router live: status, bandwidth, tunnels, peers. q quits.",
    options: [
      option("--interval <time>", "how often to look", { preset: "1s" }),
      option("--count <looks>", "with --json: end after this many looks"),
    ],
    notes: "With --json it prints a line for each look instead.",
    examples: ["pilothouse watch", "pilothouse watch --json --interval 10s >> router.jsonl"],
    load: async () => (await import("./watch.js")).watch,
  },
];
