import { argument, type CommandDefinition } from "../../command/definition.js";

export const NOTIFY_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "notify status",
    description: "Print the channels for notifications, their state, and the rules.",
    examples: ["pilothouse notify status", "pilothouse notify status --local --json"],
    load: async () => (await import("./notify.js")).notifyStatus,
  },
  {
    name: "notify test",
    description: "Send a test to a channel, or to each that is set up; exit with 1 if one fails.",
    args: [argument("[channel]", "webhook, ntfy or email")],
    examples: ["pilothouse notify test", "pilothouse notify test email --local"],
    load: async () => (await import("./notify.js")).notifyTest,
  },
];
