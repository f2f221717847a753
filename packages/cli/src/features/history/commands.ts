import { argument, type CommandDefinition } from "../../command/definition.js";

export const HISTORY_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "rate",
    description: "Print the mean of a rate statistic over the last while.",
    args: [
      argument("<stat>", "name of the statistic", "stat"),
      argument("<period>", "how far to look back: 60s, 15m, 1h, 7d, or milliseconds"),
    ],
    notes: async () =>
      `Statistics that Pilothouse keeps: ${(await import("@pilothouse/protocol")).RATE_STAT_NAMES.join(", ")}. A router may have more of its own.`,
    examples: ["pilothouse rate bw.sendRate 60s", "pilothouse rate tunnel.participatingTunnels 1h --json"],
    load: async () => (await import("./rate.js")).rate,
  },
];
