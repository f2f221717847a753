import { SCOPE_NAMES } from "../kernel/scope.js";
import { eventData } from "../kinds/event-data.js";
import { count, double, flag, listOf, orNull, record, secret, text } from "../kinds/kinds.js";
import { choice } from "../kinds/setting-kinds.js";
import { INSIGHT_RESULTS } from "./insight/insight-results.js";
import { MEMBERSHIP_RESULTS } from "./membership/membership-results.js";
import { RECORD_RESULTS } from "./record/record-results.js";

const webApplication = record({ name: text, title: text, running: flag, autostart: flag });
export type WebApplication = ReturnType<(typeof webApplication)["read"]>;

const session = record({
  id: text,
  name: text,
  issued: count,
  used: count,
  expires: count,
  address: text,
  current: flag,
});
export type SessionEntry = ReturnType<(typeof session)["read"]>;

/** What a token of a program may do. */
export const scope = choice(...SCOPE_NAMES);
const programToken = record({
  name: text,
  id: text,
  scope,
  issued: count,
  used: orNull(count),
  expires: count,
});
export type ProgramTokenEntry = ReturnType<(typeof programToken)["read"]>;

const series = record({ stat: text, values: listOf(orNull(double)) });
export type HistorySeries = ReturnType<(typeof series)["read"]>;

const auditEntry = record({
  id: count,
  at: count,
  address: text,
  session: orNull(text),
  name: orNull(text),
  action: text,
  details: listOf(record({ name: text, old: orNull(text), new: orNull(text) })),
  outcome: text,
  // A node of a fleet may be older than its hub, and an entry than the list of codes.
  code: orNull(text),
  data: orNull(eventData),
});
export type AuditEntry = ReturnType<(typeof auditEntry)["read"]>;

const updateText = record({ text, code: text, values: eventData });
/** A sentence that was answered to FindUpdates or Update, for programs. */
export type UpdateText = ReturnType<(typeof updateText)["read"]>;

const difference = record({ name: text, wanted: orNull(text), found: orNull(text) });
/** A setting that is not as it should be. */
export type AppliedDifference = ReturnType<(typeof difference)["read"]>;

/**
 * What the methods that only this service has answer. Apart from their other facts and words, because this is all
 * that a client needs of them, and the client for browsers is small.
 */
export const OWN_RESULTS = {
  ...INSIGHT_RESULTS,
  ...MEMBERSHIP_RESULTS,
  "pilothouse.logout": { Revoked: { kind: flag } },
  "pilothouse.webapps": { applications: { kind: listOf(webApplication) } },
  "pilothouse.status": {
    simulated: { kind: flag },
    router: { kind: text },
    phase: { kind: text },
    sampled: { kind: orNull(count) },
    next: { kind: orNull(text) },
    until: { kind: orNull(count) },
    retryAt: { kind: orNull(count) },
    crash: { kind: orNull(text) },
    starts: { kind: orNull(count) },
    note: { kind: orNull(text) },
    restartNeeded: { kind: flag },
    version: { kind: text },
    time: { kind: count },
    updates: { kind: text },
    factory: { kind: flag },
    // Optional: a node of a fleet may be older than its hub.
    scope: { kind: scope, optional: true },
    account: { kind: orNull(text), optional: true },
    cancellable: { kind: orNull(flag), optional: true },
    updateTexts: { kind: listOf(updateText), optional: true },
    updateUnknown: { kind: orNull(updateText), optional: true },
  },
  "pilothouse.cancel": { Cancelled: { kind: flag } },
  "pilothouse.sessions": { sessions: { kind: listOf(session) } },
  "pilothouse.tokens": { tokens: { kind: listOf(programToken) } },
  "pilothouse.createToken": { Token: { kind: secret }, expires: { kind: count } },
  "pilothouse.password": { Changed: { kind: flag } },
  "pilothouse.setup": {
    choosePassword: { kind: flag },
    accounts: { kind: flag, optional: true },
    passwd: { kind: text, optional: true },
  },
  "pilothouse.history": {
    step: { kind: count },
    from: { kind: count },
    to: { kind: count },
    series: { kind: listOf(series) },
  },
  "pilothouse.audit": { entries: { kind: listOf(auditEntry) } },
  "pilothouse.apply": {
    state: { kind: text },
    applied: { kind: orNull(text) },
    at: { kind: orNull(count) },
    reason: { kind: orNull(text) },
    settings: { kind: text },
    differences: { kind: listOf(difference) },
  },
  ...RECORD_RESULTS,
} as const;
