import { call, describe } from "../../kernel/shapes.js";
import { text } from "../../kinds/kinds.js";
import { INSIGHT_RESULTS } from "./insight-results.js";

/** Methods that say how things are, beyond the figures themselves. */
export const INSIGHT_METHODS = {
  "pilothouse.notify": call({
    guard: "token",
    scope: "read",
    says: "The channels for notifications, their state, and the rules; with `test`, sends a test.",
    params: {
      test: {
        kind: text,
        says: "The channel that a test is sent to: webhook, ntfy or email.",
        optional: true,
        scope: "operate",
        changes: true,
      },
    },
    result: describe(INSIGHT_RESULTS["pilothouse.notify"], {
      channels:
        "Each channel that is set up: where it leads (`to`, without secrets), how many messages are `waiting`, when one was last `sent`, the last `error` and when (`failed`), and when the oldest is tried `next`.",
      rules:
        "What is notified: the `key` of a finding, whether it is `on`, for how many `minutes` it must hold, and whether it `holds` now.",
      tested: "With `test`: whether the receiver took it.",
      failed: "With `test`: why it did not.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.health": call({
    guard: "token",
    scope: "read",
    says: "Whether all is well with the router and the service; if not, why, and what to do.",
    params: {},
    result: describe(INSIGHT_RESULTS["pilothouse.health"], {
      time: "The service's clock, in milliseconds since the epoch.",
      sampled:
        "When the router last answered, in milliseconds since the epoch: how old what is known of it is.",
      age: "How long ago that was, in milliseconds.",
      verdict: "The worst of the findings; ok when there are none but notes.",
      findings:
        "What was found, the worst first: a `key` from the list of findings below, how bad it is (`level`), what it is (`text`) and what to do (`todo`), in English, and the `values` in both; the `action` of RouterManager that does it, or the `ports` to open.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.traffic": call({
    guard: "token",
    scope: "read",
    says: "Bytes that the router received and sent, by day and month, over all its restarts; and the traffic budget.",
    params: {},
    result: describe(INSIGHT_RESULTS["pilothouse.traffic"], {
      time: "The service's clock, in milliseconds since the epoch.",
      since: "When counting began, in milliseconds since the epoch; null before the first sample.",
      exact: "Whether the router counts bytes itself; otherwise they are estimated from its bandwidth.",
      today: "Since midnight, in the time zone of the service.",
      month: "Since the first of the month.",
      all: "Since counting began.",
      days: "The last 62 days, oldest first, as YYYY-MM-DD; days without a sample are left out.",
      months: "All months, oldest first, as YYYY-MM.",
      budget:
        "The budget, if one is set: `limit` and `used` bytes and `percent` of the period from `begins` to `ends`; the line of the `schedule` that holds now; whether limits are `lowered`, your `own` limits (share in %, in and out in KiB/s) and those that count `now`; `unable`: why nothing can be lowered.",
    }),
    others: "refused",
    extension: true,
  }),
} as const;
