import { ACTIONS, type Action } from "../features/acting.js";
import type { ErrorName } from "../kernel/errors.js";
import { type EventData, filled } from "../words/filled.js";

/** What is recorded by its name alone. */
const NAMED = [
  "login",
  "logout",
  "password change",
  "first password taken from its file",
  "session revoked",
  "other sessions revoked",
  "session renamed",
  "token created",
  "token revoked",
  "web application",
  "settings of the service",
  "settings reloaded",
  "NetworkSetting",
  "AdvancedSettings",
  "settings undone",
  "apply",
  "backup",
  "Cancel",
  "join a fleet",
  "leave the fleet",
  "account made",
  "account changed",
  "account removed",
  "password of an account changed",
  "node invited",
  "invitation revoked",
  "node accepted",
  "node adopted",
  "node refused",
  "node labelled",
  "node renamed",
  "node removed",
  "node instance kept",
  "call queued",
  "queued call cancelled",
  "roll-out (restart)",
  "roll-out (update)",
  "roll-out (apply)",
  "roll-out (pause)",
  "roll-out (resume)",
  "roll-out (end)",
] as const;

/** What is recorded in a sentence with values. */
const COMPOSED = {
  "notification test": "test of notifications by {channel}",
  /** A call that a hub passed on, or one whose handler recorded nothing itself. */
  call: "{method}[ with {key}]",
  /** Something that waited, and that may not be done any more. */
  "order refused": "{order} not done: {why}",
  "hub beyond": "command of a hub beyond what is allowed",
  "hub command": "command of a hub refused: {why}",
  "hub notice": "notice of a hub refused: {why}",
} as const;

/** The code of everything that can be in the audit. */
export type AuditCode = (typeof NAMED)[number] | Action | keyof typeof COMPOSED;
export const AUDIT_CODES: readonly AuditCode[] = [
  ...NAMED,
  ...ACTIONS,
  ...(Object.keys(COMPOSED) as (keyof typeof COMPOSED)[]),
];

/** How it ended: well, with an error of the interface, or with one of the node that a hub passed it on to. */
export type AuditOutcome = "ok" | ErrorName | "refused by the node";

const isComposed = (code: AuditCode): code is keyof typeof COMPOSED => Object.hasOwn(COMPOSED, code);

/** What every entry may add: the node it was done at, and how many like it were left out. */
const AROUND = "{what}[ at {node}][, {more} more within a minute]";

/** An entry in English. */
export function auditText(code: AuditCode, data: EventData): string {
  const what = isComposed(code) ? filled(COMPOSED[code], data) : code;
  return filled(AROUND, { ...data, what });
}

/**
 * The code and values of an entry that was recorded without them, by an earlier version; undefined for one that
 * this version does not know.
 */
export function auditCodeOf(
  action: string,
): { readonly code: AuditCode; readonly data: EventData } | undefined {
  const more = /, (\d+) more within a minute$/.exec(action);
  if (more !== null) {
    const rest = auditCodeOf(action.slice(0, more.index));
    return rest && { code: rest.code, data: { ...rest.data, more: Number(more[1]) } };
  }
  const named = AUDIT_CODES.find((code) => code === action && !isComposed(code));
  if (named !== undefined) return { code: named, data: {} };
  for (const [code, sentence] of EARLIER) {
    const found = sentence.exec(action);
    if (found !== null) return { code, data: defined(found.groups ?? {}) };
  }
  return undefined;
}

const EARLIER: readonly (readonly [AuditCode, RegExp])[] = [
  ["notification test", /^test of notifications by (?<channel>.+)$/],
  ["hub beyond", /^command of a hub beyond what is allowed$/],
  ["hub command", /^command of a hub refused: (?<why>.+)$/],
  ["hub notice", /^notice of a hub refused: (?<why>.+)$/],
  ["call", /^(?<method>[\w.]+)(?: with (?<key>\S+))?(?: at (?<node>.+))$/],
];

const defined = (values: { readonly [name: string]: string | undefined }): EventData =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** In place of the changes that one entry has no room for. */
export const moreChanges = (count: number): string => `and ${count} more`;

/** How many changes were left out, if this stands in their place. */
export function omittedChanges(name: string): number | undefined {
  const count = /^and (\d+) more$/.exec(name)?.[1];
  return count === undefined ? undefined : Number(count);
}
