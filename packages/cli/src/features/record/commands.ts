import { type CommandDefinition, option } from "../../command/definition.js";

export const EVENT_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "events",
    description: "Print what happened to the router and the service, the newest last.",
    options: [
      option("-f, --follow", "keep printing new events"),
      option("-n, --limit <count>", "how many events to show, at most 500", { preset: "100" }),
      option("--since <time>", "only those since 2026-11-15T08:00, or of the last 1h, 7d"),
      option("--kind <kinds>", "only these kinds, with commas between them", { is: "eventKind" }),
      option("--severity <least>", "only info, warning or error and what is worse"),
    ],
    notes: async () =>
      `Kinds: ${(await import("@pilothouse/protocol")).EVENT_KIND_NAMES.join(", ")}. With --follow --json it prints a line for each event. An extension of Pilothouse: other servers keep no timeline.`,
    examples: [
      "pilothouse events --since 7d --severity warning",
      "pilothouse events -f",
      "pilothouse events --kind router.crashed --json",
    ],
    load: async () => (await import("./events.js")).events,
  },
];

export const LOG_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "logs",
    description: "Print the end of the router's log, or of the service's.",
    settings: "all",
    options: [
      option("-f, --follow", "keep printing what is added, also when the file is replaced"),
      option("-n, --lines <count>", "how many lines to show", { preset: "50" }),
      option("--service", "the service's own log, of a service that runs"),
      option("--level <least>", "only debug, info, warn or error and what is worse"),
      option("--grep <text>", "only lines that contain this, in any case"),
    ],
    notes: `Without a server (-p, --url or --local) the router's log file on this machine is read as it is, with the settings of the
running service, as with doctor. With a server, its service is asked, which takes out secrets, addresses and
names; --service, --level and --grep want one. Only i2pd has a log that can be read. All that the service says goes to its standard
error too: with systemd, journalctl -u pilothouse.`,
    examples: [
      "pilothouse logs",
      "pilothouse logs -f -n 200",
      "pilothouse logs -p attic --level warn",
      "pilothouse logs --local --service -f",
    ],
    load: async () => (await import("./logs.js")).logs,
  },
];
