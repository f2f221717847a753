import { type CommandDefinition, option } from "../../command/definition.js";

export const TRAFFIC_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "traffic",
    description:
      "Print how many bytes the router received and sent: today, this month and in all; and the traffic budget.",
    options: [option("--days", "each of the last 62 days instead"), option("--months", "each month instead")],
    notes: `Counted over all restarts of router and service, in the time zone of the service. An extension of
Pilothouse: other servers do not count.`,
    examples: ["pilothouse traffic", "pilothouse traffic --days", "pilothouse traffic --json | jq .month"],
    load: async () => (await import("./traffic.js")).traffic,
  },
];
