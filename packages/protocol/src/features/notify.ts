import type { EventDefinitions } from "../kernel/definitions.js";
import { describe, extension, optional } from "../kernel/shapes.js";
import { count, flag, listOf, orNull, record, text } from "../value-types/value-types.js";

const channel = record({
  name: text,
  to: text,
  waiting: count,
  sent: orNull(count),
  error: orNull(text),
  failed: orNull(count),
  next: orNull(count),
});
export type ChannelEntry = ReturnType<(typeof channel)["read"]>;

const rule = record({ key: text, on: flag, minutes: count, holds: flag });
export type RuleEntry = ReturnType<(typeof rule)["read"]>;

export const RESULTS = {
  "pilothouse.notify": {
    channels: { type: listOf(channel) },
    rules: { type: listOf(rule) },
    tested: { type: flag, optional: true },
    failed: { type: orNull(text), optional: true },
  },
} as const;

export const METHODS = {
  "pilothouse.notify": extension({
    scope: "read",
    description: "The channels for notifications, their state, and the rules; with `test`, sends a test.",
    params: {
      test: optional(text, "The channel that a test is sent to: webhook, ntfy or email.", {
        scope: "operate",
        changes: true,
      }),
    },
    result: describe(RESULTS, "pilothouse.notify", {
      channels:
        "Each channel that is set up: where it leads (`to`, without secrets), how many messages are `waiting`, when one was last `sent`, the last `error` and when (`failed`), and when the oldest is tried `next`.",
      rules:
        "What is notified: the `key` of a finding, whether it is `on`, for how many `minutes` it must hold, and whether it `holds` now.",
      tested: "With `test`: whether the receiver took it.",
      failed: "With `test`: why it did not.",
    }),
  }),
} as const;

export const EVENTS = {
  "notify.failed": {
    severity: "warning",
    description: "Notifications by {channel} fail: {why}. They are kept and tried again.",
    data: ["channel", "why"],
  },
  "notify.works": {
    severity: "info",
    description: "Notifications by {channel} work again.",
    data: ["channel"],
    resolves: ["notify.failed"],
  },
} as const satisfies EventDefinitions;

export const AUDIT_TEXTS = { "notification test": "test of notifications by {channel}" } as const;
