import { scope } from "../../kernel/scope.js";
import { describe, extension } from "../../kernel/shapes.js";
import { codedText } from "../../value-types/call-types.js";
import { count, flag, listOf, orNull, text } from "../../value-types/value-types.js";

export const RESULTS = {
  "pilothouse.status": {
    simulated: { type: flag },
    router: { type: text },
    phase: { type: text },
    sampled: { type: orNull(count) },
    next: { type: orNull(text) },
    until: { type: orNull(count) },
    retryAt: { type: orNull(count) },
    crash: { type: orNull(text) },
    starts: { type: orNull(count) },
    note: { type: orNull(text) },
    restartNeeded: { type: flag },
    version: { type: text },
    time: { type: count },
    updates: { type: text },
    factory: { type: flag },
    // Optional: a node of a fleet may be older than its hub.
    scope: { type: scope, optional: true },
    account: { type: orNull(text), optional: true },
    limited: { type: flag, optional: true },
    cancellable: { type: orNull(flag), optional: true },
    updateTexts: { type: listOf(codedText), optional: true },
    updateUnknown: { type: orNull(codedText), optional: true },
  },
} as const;

export const METHODS = {
  "pilothouse.status": extension({
    scope: "read",
    description: "Status of the service and its router that RouterInfo does not contain.",
    params: {},
    result: describe(RESULTS, "pilothouse.status", {
      simulated: "Whether the router is simulated.",
      router: "What kind of router is managed.",
      phase: "running, starting, stopping, stopped, draining, crashed or unreachable.",
      sampled: "When the router last answered, in milliseconds since the epoch.",
      next: "What follows draining: restart or stop.",
      until: "When draining ends at the latest, in milliseconds since the epoch.",
      retryAt: "When a crashed router is started again, in milliseconds since the epoch.",
      crash: "While the router is crashed: the signal or exit code, and below it the last lines of its log.",
      starts: "How many starts of the router were seen since the service took it over; it grows by each.",
      note: "What to know of the router's last start or end: why it crashed, or that its configuration was rolled back.",
      restartNeeded: "Whether a saved setting waits for a restart of the router.",
      version: "Version of the service.",
      time: "The service's clock, in milliseconds since the epoch.",
      updates: "Where updates come from: feed (`update.feed`), router (its own way to them) or none.",
      factory: "Whether the factory password is still in force.",
      scope: "What the caller may do: read, operate, settings or all.",
      account: "At a hub: the account that the caller signed in with; null for the hub's own password.",
      limited:
        "At a hub: whether that account is limited to nodes with some labels, and may not see what concerns the whole fleet.",
      cancellable: "While draining: whether `pilothouse.cancel` can end the wait; else null.",
      updateTexts:
        "Why the last FindUpdates gave no answer, and what Update last answered (`text`), for programs: the `code` of the sentence, and the `values` in it.",
      updateUnknown: "Why the last FindUpdates gave no answer, in the same form; null if it gave one.",
    }),
  }),
} as const;
