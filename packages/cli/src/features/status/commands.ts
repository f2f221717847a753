import type { CommandRow } from "../../command/command-row.js";

const names = () => import("../../remote/names.js");

export const READING_ROWS: readonly CommandRow[] = [
  {
    name: "info",
    says: "Print the router's status and figures.",
    remote: true,
    args: [{ name: "[key...]", says: "which keys; default: all", is: "infoKey" }],
    notes: async () =>
      `Keys: ${(await names()).INFO_NAMES.join(", ")}. The names of the wire (svc.router.uptime, i2p.router.uptime) do as well.`,
    examples: [
      "pilothouse info",
      "pilothouse info uptime net.status",
      "pilothouse info --json | jq .version",
    ],
    load: async () => (await import("./info.js")).info,
  },
  {
    name: "watch",
    says: "Show the router live: status, bandwidth, tunnels, peers. q quits.",
    remote: true,
    options: [
      { flags: "--interval <time>", says: "how often to look", preset: "1s" },
      { flags: "--count <looks>", says: "with --json: end after this many looks" },
    ],
    notes: "With --json it prints a line for each look instead.",
    examples: ["pilothouse watch", "pilothouse watch --json --interval 10s >> router.jsonl"],
    load: async () => (await import("./watch.js")).watch,
  },
  {
    name: "rate",
    says: "Print the mean of a rate statistic over the last while.",
    remote: true,
    args: [
      { name: "<stat>", says: "name of the statistic", is: "stat" },
      { name: "<period>", says: "how far to look back: 60s, 15m, 1h, 7d, or milliseconds" },
    ],
    notes: async () =>
      `Statistics that Pilothouse keeps: ${(await names()).RATE_STAT_NAMES.join(", ")}. A router may have more of its own.`,
    examples: ["pilothouse rate bw.sendRate 60s", "pilothouse rate tunnel.participatingTunnels 1h --json"],
    load: async () => (await import("../history/rate.js")).rate,
  },
  {
    name: "traffic",
    says: "Print how many bytes the router received and sent: today, this month and in all; and the traffic budget.",
    remote: true,
    options: [
      { flags: "--days", says: "each of the last 62 days instead" },
      { flags: "--months", says: "each month instead" },
    ],
    notes: `Counted over all restarts of router and service, in the time zone of the service. An extension of
Pilothouse: other servers do not count.`,
    examples: ["pilothouse traffic", "pilothouse traffic --days", "pilothouse traffic --json | jq .month"],
    load: async () => (await import("../traffic/traffic.js")).traffic,
  },
  {
    name: "audit",
    says: "Print who did what through the service, newest first.",
    remote: true,
    options: [
      { flags: "--limit <count>", says: "how many entries to show, at most 500" },
      { flags: "--before <id>", says: "only entries older than this one" },
    ],
    notes: "An extension of Pilothouse: other servers have no audit.",
    examples: ["pilothouse audit", "pilothouse audit --limit 500 --json"],
    load: async () => (await import("../access/audit.js")).audit,
  },
  {
    name: "events",
    says: "Print what happened to the router and the service, the newest last.",
    remote: true,
    options: [
      { flags: "-f, --follow", says: "keep printing new events" },
      { flags: "-n, --limit <count>", says: "how many events to show, at most 500", preset: "100" },
      { flags: "--since <time>", says: "only those since 2026-11-15T08:00, or of the last 1h, 7d" },
      { flags: "--kind <kinds>", says: "only these kinds, with commas between them", is: "eventKind" },
      { flags: "--severity <least>", says: "only info, warning or error and what is worse" },
    ],
    notes: async () =>
      `Kinds: ${(await import("@pilothouse/protocol")).EVENT_KIND_NAMES.join(", ")}. With --follow --json it prints a line for each event. An extension of Pilothouse: other servers keep no timeline.`,
    examples: [
      "pilothouse events --since 7d --severity warning",
      "pilothouse events -f",
      "pilothouse events --kind router.crashed --json",
    ],
    load: async () => (await import("../record/events.js")).events,
  },
  {
    name: "echo",
    says: "Send words to the server and print what comes back.",
    remote: true,
    args: [{ name: "<words...>", says: "anything" }],
    examples: ["pilothouse echo hello"],
    load: async () => (await import("../service/echo.js")).echo,
  },
  {
    name: "call",
    says: "Call any method of the server and print its result as JSON.",
    remote: true,
    args: [
      { name: "<method>", says: "name of the method", is: "method" },
      { name: "[json]", says: 'its parameters, without the token; "-" reads them from standard input' },
    ],
    examples: [
      "pilothouse call rpc.discover",
      `pilothouse call RouterInfo '{"svc.router.uptime": ""}'`,
      `pilothouse call RouterManager '{"Reseed": true}'`,
    ],
    load: async () => (await import("../service/call.js")).call,
  },
];
