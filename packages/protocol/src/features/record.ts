import { call, describe } from "../kernel/shapes.js";
import { count, listOf, text, whole } from "../kinds/kinds.js";
import { choice } from "../kinds/setting-kinds.js";
import { SEVERITIES } from "../tables/events.js";
import { RECORD_RESULTS } from "../tables/record/record-results.js";

export const EVENTS_METHOD = call({
  guard: "token",
  scope: "read",
  says: "The timeline of the router and the service. To follow it, ask again with `after`: that costs next to nothing while nothing happens.",
  params: {
    kinds: { kind: listOf(text), says: "Only events of these kinds.", optional: true },
    severity: {
      kind: choice(...SEVERITIES),
      says: "Only events of this severity or a higher one.",
      optional: true,
    },
    from: {
      kind: count,
      says: "Only events from this time on, in milliseconds since the epoch.",
      optional: true,
    },
    to: { kind: count, says: "Only events before this time.", optional: true },
    before: { kind: count, says: "Only events older than the one with this id.", optional: true },
    after: {
      kind: count,
      says: "Only events newer than the one with this id; the oldest of them first.",
      optional: true,
    },
    limit: { kind: whole(1, 500), says: "How many at most; 100.", optional: true },
  },
  result: describe(RECORD_RESULTS["pilothouse.events"], {
    events:
      "The newest first, unless `after` is given. The kinds and what is in `data` are in the list of events below.",
    newest: "Id of the newest event there is, whatever was asked for; 0 for none.",
  }),
  others: "refused",
  extension: true,
});
