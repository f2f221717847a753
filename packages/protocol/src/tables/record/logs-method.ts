import { call, describe } from "../../kernel/shapes.js";
import { text, whole } from "../../kinds/kinds.js";
import { choice } from "../../kinds/setting-kinds.js";
import { RECORD_RESULTS } from "./record-results.js";

/** The levels of log lines, from the least important. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOGS_METHOD = call({
  guard: "token",
  scope: "read",
  says: "Lines of the router's log or of the service's own, without secrets, addresses of hosts and names of users. To follow it, ask again with `after`.",
  params: {
    source: { kind: choice("router", "service"), says: "Whose log." },
    level: {
      kind: choice(...LOG_LEVELS),
      says: "Only lines of this level or a more important one. A line without a level belongs to the one before it.",
      optional: true,
    },
    text: { kind: text, says: "Only lines that contain this, in any case.", optional: true },
    after: {
      kind: text,
      says: "Only what came after an earlier answer: its `next`.",
      optional: true,
    },
    limit: { kind: whole(1, 1_000), says: "How many lines at most, the last ones; 200.", optional: true },
  },
  result: describe(RECORD_RESULTS["pilothouse.logs"], {
    available: "Whether there is such a log within reach.",
    why: "Why there is none.",
    data: "The same for programs: its code is `why.code`, its values are `why.…`.",
    lines: "The oldest first. `at` and `level` are null where the line does not have them.",
    next: "Where this answer ends: `after` of the next call.",
    missed:
      "Whether lines since `after` are left out: there were more than `limit`, or the log was rotated or overwritten.",
  }),
  others: "refused",
  extension: true,
});
