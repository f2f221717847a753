import { eventData } from "../../kinds/event-data.js";
import { count, flag, listOf, orNull, record, text } from "../../kinds/kinds.js";

const event = record({ id: count, at: count, kind: text, severity: text, data: eventData });
export type EventEntry = ReturnType<(typeof event)["read"]>;

const logLine = record({ at: orNull(count), level: orNull(text), text });
export type LogLine = ReturnType<(typeof logLine)["read"]>;

const difference = record({ name: text, old: orNull(text), new: orNull(text) });
export type SettingDifference = ReturnType<(typeof difference)["read"]>;

const change = record({
  id: count,
  at: count,
  address: text,
  session: orNull(text),
  name: orNull(text),
  part: text,
  undoes: listOf(count),
  differences: listOf(difference),
});
export type SettingChange = ReturnType<(typeof change)["read"]>;

const conflict = record({ name: text, wanted: orNull(text), now: orNull(text), change: orNull(count) });
export type SettingConflict = ReturnType<(typeof conflict)["read"]>;

export const RECORD_RESULTS = {
  "pilothouse.events": { events: { kind: listOf(event) }, newest: { kind: count } },
  "pilothouse.logs": {
    available: { kind: flag },
    why: { kind: orNull(text) },
    // A node of a fleet may be older than its hub.
    data: { kind: orNull(eventData) },
    lines: { kind: listOf(logLine) },
    next: { kind: text },
    missed: { kind: flag },
  },
  "pilothouse.changes": {
    changes: { kind: listOf(change) },
    differences: { kind: listOf(difference) },
    conflicts: { kind: listOf(conflict) },
    plan: { kind: text, optional: true },
    saved: { kind: flag },
    restartNeeded: { kind: flag },
  },
  "pilothouse.backup": { file: { kind: text }, bytes: { kind: count } },
} as const;
