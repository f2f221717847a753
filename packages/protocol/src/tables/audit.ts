import { AUDIT as FLEET_AUDIT } from "../features/fleet/fleet.js";
import type { ErrorName } from "../kernel/errors.js";
import { auditOfRooms, ofRooms } from "../rooms.js";
import { type EventData, filled } from "../words/filled.js";

/** What is recorded by its name alone. */
const NAMED = [...auditOfRooms(), ...FLEET_AUDIT];

/** What is recorded in a sentence with values. */
const COMPOSED = {
  ...ofRooms("AUDIT_TEXTS"),
  /** A call that a hub passed on, or one whose handler recorded nothing itself. */
  call: "{method}[ with {key}]",
  /** Something that waited, and that may not be done any more. */
  "order refused": "{order} not done: {why}",
} as const;

/** The code of everything that can be in the audit. */
export type AuditCode = (typeof NAMED)[number] | keyof typeof COMPOSED;
export const AUDIT_CODES: readonly AuditCode[] = [
  ...NAMED,
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
