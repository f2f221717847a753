import { eventData } from "../../kinds/event-data.js";
import { count, either, flag, listOf, orNull, record, text } from "../../kinds/kinds.js";
import { choice } from "../../kinds/setting-kinds.js";

const openPort = record({ protocol: text, port: count });
export type OpenPort = ReturnType<(typeof openPort)["read"]>;

const finding = record({
  key: text,
  level: text,
  text,
  todo: text,
  values: eventData,
  action: orNull(text),
  ports: listOf(openPort),
});
export type FindingEntry = ReturnType<(typeof finding)["read"]>;

const bytes = record({ received: count, sent: count });
export type TrafficBytes = ReturnType<(typeof bytes)["read"]>;

const limits = record({ share: orNull(count), in: orNull(count), out: orNull(count) });
export type BudgetLimits = ReturnType<(typeof limits)["read"]>;

const budget = record({
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
});
export type BudgetEntry = ReturnType<(typeof budget)["read"]>;

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

/** A value as it would stand in the configuration file; null is unset. */
export const serviceValue = orNull(either(text, either(count, listOf(text))));
export type ServiceValue = ReturnType<(typeof serviceValue)["read"]>;

const setting = record({
  name: text,
  value: serviceValue,
  source: text,
  where: text,
  hidden: flag,
});
export type ServiceSetting = ReturnType<(typeof setting)["read"]>;

export const INSIGHT_RESULTS = {
  "pilothouse.settings": { settings: { kind: listOf(setting) } },
  "pilothouse.notify": {
    channels: { kind: listOf(channel) },
    rules: { kind: listOf(rule) },
    tested: { kind: flag, optional: true },
    failed: { kind: orNull(text), optional: true },
  },
  "pilothouse.health": {
    time: { kind: count },
    sampled: { kind: orNull(count) },
    age: { kind: orNull(count) },
    verdict: { kind: choice("ok", "wait", "warning", "problem") },
    findings: { kind: listOf(finding) },
  },
  "pilothouse.traffic": {
    time: { kind: count },
    since: { kind: orNull(count) },
    exact: { kind: flag },
    today: { kind: bytes },
    month: { kind: bytes },
    all: { kind: bytes },
    days: { kind: listOf(record({ day: text, received: count, sent: count })) },
    months: { kind: listOf(record({ month: text, received: count, sent: count })) },
    budget: { kind: orNull(budget) },
  },
} as const;
