import { call, describe, extension, optional } from "../../kernel/shapes.js";
import { period } from "../../value-types/call-types.js";
import { count, double, integer, listOf, orNull, record, text } from "../../value-types/value-types.js";

const series = record({ stat: text, values: listOf(orNull(double)) });

const limit = record({ at: count, in: orNull(count), out: orNull(count) });
export type LimitEntry = ReturnType<(typeof limit)["read"]>;

export const RESULTS = {
  "pilothouse.history": {
    step: { type: count },
    from: { type: count },
    to: { type: count },
    series: { type: listOf(series) },
    // A node of a fleet may be older than its hub.
    recorded: { type: orNull(listOf(double)) },
    limits: { type: orNull(listOf(limit)) },
  },
} as const;

export const METHODS = {
  GetRate: call({
    guard: "token",
    scope: "read",
    description: "The mean of a rate statistic over the last Period, or over what there is.",
    params: {
      Stat: { type: text, description: "Name of a rate statistic." },
      Period: { type: period, description: "Milliseconds to look back." },
    },
    result: { Result: { type: double, description: "The mean." } },
    others: "ignored",
  }),
  "pilothouse.history": extension({
    scope: "read",
    description: "Rate statistics over a stretch of time, as finely as they were kept and as asked.",
    params: {
      from: { type: count, description: "Beginning, in milliseconds since the epoch." },
      to: { type: count, description: "End, in milliseconds since the epoch." },
      points: optional(integer(10, 2_000), "The most values a series may have; 500."),
    },
    result: describe(RESULTS, "pilothouse.history", {
      step: "Milliseconds that each value stands for.",
      from: "Where the first value begins: `from`, rounded down to a whole step.",
      to: "Where the last value ends.",
      series:
        "Every rate statistic, and `router.up`, the share of time for which the router ran: 0 while it did not answer. Null: nothing was measured. On a hub: `bw.sendRate`, `bw.recvRate` and `tunnel.participatingTunnels` of all nodes together, and `nodes.members`, `nodes.online` and `nodes.found`, how many there were, were online and had a warning or a problem.",
      recorded:
        "For each value the share of its step in which something was measured: the weight that it has in a mean. Null on a hub: its node is older.",
      limits:
        "The bandwidth limits as they were, in bytes per second: each from `at` until the next. Null: the router has none.",
    }),
  }),
} as const;
