import { SEVERITIES } from "../kernel/definitions.js";
import { describe, extension, optional } from "../kernel/shapes.js";
import { eventData } from "../value-types/call-types.js";
import { choice, choiceOf } from "../value-types/setting-types.js";
import { count, flag, integer, listOf, orNull, record, text } from "../value-types/value-types.js";

/** The levels of log lines, from the least important. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const event = record({ id: count, at: count, kind: text, severity: text, data: eventData });
export type EventEntry = ReturnType<(typeof event)["read"]>;

const logLine = record({ at: orNull(count), level: orNull(text), text });
export type LogLine = ReturnType<(typeof logLine)["read"]>;

export const RESULTS = {
  "pilothouse.events": { events: { type: listOf(event) }, newest: { type: count } },
  "pilothouse.logs": {
    available: { type: flag },
    why: { type: orNull(text) },
    // A node of a fleet may be older than its hub.
    data: { type: orNull(eventData) },
    lines: { type: listOf(logLine) },
    next: { type: text },
    missed: { type: flag },
  },
} as const;

/** What happened: the timeline, and the logs. */
export const METHODS = {
  "pilothouse.events": extension({
    scope: "read",
    description:
      "The timeline of the router and the service. To follow it, ask again with `after`: that costs next to nothing while nothing happens.",
    params: {
      kinds: optional(listOf(text), "Only events of these kinds."),
      severity: optional(choiceOf(SEVERITIES), "Only events of this severity or a higher one."),
      from: optional(count, "Only events from this time on, in milliseconds since the epoch."),
      to: optional(count, "Only events before this time."),
      before: optional(count, "Only events older than the one with this id."),
      after: optional(count, "Only events newer than the one with this id; the oldest of them first."),
      limit: optional(integer(1, 500), "How many at most; 100."),
    },
    result: describe(RESULTS, "pilothouse.events", {
      events:
        "The newest first, unless `after` is given. The kinds and what is in `data` are in the list of events below. On a hub: what it saw of its nodes, and what happened to itself; `nodes` in `data` names the nodes, separated by commas, 50 at most, and `count` is how many they are.",
      newest: "Id of the newest event there is, whatever was asked for; 0 for none.",
    }),
  }),
  "pilothouse.logs": extension({
    scope: "read",
    description:
      "Lines of the router's log or of the service's own, without secrets, addresses of hosts and names of users. To follow it, ask again with `after`.",
    params: {
      source: { type: choice("router", "service"), description: "Whose log." },
      level: optional(
        choiceOf(LOG_LEVELS),
        "Only lines of this level or a more important one. A line without a level belongs to the one before it.",
      ),
      text: optional(text, "Only lines that contain this, in any case."),
      after: optional(text, "Only what came after an earlier answer: its `next`."),
      limit: optional(integer(1, 1_000), "How many lines at most, the last ones; 200."),
    },
    result: describe(RESULTS, "pilothouse.logs", {
      available: "Whether there is such a log within reach.",
      why: "Why there is none.",
      data: "The same for programs: its code is `why.code`, its values are `why.…`.",
      lines: "The oldest first. `at` and `level` are null where the line does not have them.",
      next: "Where this answer ends: `after` of the next call.",
      missed:
        "Whether lines since `after` are left out: there were more than `limit`, or the log was rotated or overwritten.",
    }),
  }),
} as const;
