import type { EventDefinitions, FindingDefinitions } from "../kernel/definitions.js";
import { describe, extension, optional } from "../kernel/shapes.js";
import { count, flag, listOf, orNull, record, text } from "../value-types/value-types.js";
import { serviceValues } from "./service-settings.js";

const bytes = record({ received: count, sent: count });
export type TrafficBytes = ReturnType<(typeof bytes)["read"]>;

const limits = record({ share: orNull(count), in: orNull(count), out: orNull(count) });
export type BudgetLimits = ReturnType<(typeof limits)["read"]>;

const fields = {
  limit: orNull(count),
  used: count,
  percent: orNull(count),
  begins: count,
  ends: count,
  schedule: orNull(text),
  lowered: flag,
  own: limits,
  now: limits,
  unable: orNull(text),
};
const budget = record(fields);
const preview = record({ ...fields, full: orNull(count) });
export type BudgetPreview = ReturnType<(typeof preview)["read"]>;
export type BudgetEntry = ReturnType<(typeof budget)["read"]>;

export const RESULTS = {
  "pilothouse.traffic": {
    time: { type: count },
    since: { type: orNull(count) },
    exact: { type: flag },
    today: { type: bytes },
    month: { type: bytes },
    all: { type: bytes },
    days: { type: listOf(record({ day: text, received: count, sent: count })) },
    months: { type: listOf(record({ month: text, received: count, sent: count })) },
    budget: { type: orNull(budget) },
    preview: { type: orNull(preview), optional: true },
  },
} as const;

export const METHODS = {
  "pilothouse.traffic": extension({
    scope: "read",
    description:
      "Bytes that the router received and sent, by day and month, over all its restarts; and the traffic budget.",
    params: {
      preview: optional(
        serviceValues,
        'Settings of the budget that are only tried, as `set` of pilothouse.settings takes them, such as `{"budget.monthly":"500GB"}`. Nothing is changed.',
      ),
    },
    result: describe(RESULTS, "pilothouse.traffic", {
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
      preview:
        "With `preview`: what `budget` would be if those were set, with the limits that would count `now`, and when it would be `full` at the rate of the last 7 days, if that is before `ends`; null for no budget.",
    }),
  }),
} as const;

export const EVENTS = {
  "budget.lowered": {
    severity: "warning",
    description: "Limits were lowered to {limits}: {why}.",
    data: ["limits", "why"],
  },
  "budget.restored": {
    severity: "info",
    description: "Your own limits are back: {limits}.",
    data: ["limits"],
    resolves: ["budget.lowered"],
  },
  "budget.left": {
    severity: "info",
    description:
      "{names} changed while lowered by the budget or its schedule; left as it is until the next step.",
    data: ["names"],
  },
  "budget.unable": {
    severity: "warning",
    description: "The traffic budget cannot be kept: {why}.",
    data: ["why"],
  },
} as const satisfies EventDefinitions;

export const FINDINGS = {
  "limit.share_zero": {
    level: "note",
    description: "The router shares no bandwidth with others.",
    todo: "Raise the share to help the network and to hide your own traffic: pilothouse net set bw.share=50.",
  },
  "budget.near": {
    level: "warning",
    description: "{percent}% of this period's traffic budget is used; it ends on {ends}.",
    todo: "Nothing: bandwidth is lowered in steps. Or raise budget.monthly.",
    notify: 0,
    once: true,
  },
  "budget.used": {
    level: "problem",
    description: "This period's traffic budget is used up; the period ends on {ends}.",
    todo: "Wait for the new period, or raise budget.monthly.",
    notify: 0,
  },
  "budget.unable": {
    level: "warning",
    description: "The traffic budget is only counted and not kept: {why}.",
    todo: "Lower the limits yourself, or unset budget.monthly and budget.schedule.",
  },
} as const satisfies FindingDefinitions;
