import { ACCESS_AUDIT } from "../features/access/audit.js";
import { ACTING_AUDIT, ACTIONS } from "../features/acting.js";
import { APPLY_AUDIT } from "../features/apply.js";
import { BACKUP_AUDIT } from "../features/backup.js";
import { INVITATION_AUDIT } from "../features/fleet/invitations.js";
import { NODE_AUDIT } from "../features/fleet/nodes.js";
import { OPERATOR_AUDIT } from "../features/fleet/operators.js";
import { QUEUE_AUDIT } from "../features/fleet/queue.js";
import { ROLLOUT_AUDIT } from "../features/fleet/rollouts.js";
import { HUB_AUDIT, MEMBERSHIP_AUDIT } from "../features/membership.js";
import { NOTIFY_AUDIT } from "../features/notify.js";
import { SETTINGS_AUDIT } from "../features/router-settings/changes.js";
import { SERVICE_AUDIT } from "../features/service.js";
import { SERVICE_SETTINGS_AUDIT } from "../features/service-settings.js";
import type { ErrorName } from "../kernel/errors.js";
import { type EventData, filled } from "../words/filled.js";

/** What is recorded by its name alone. */
const NAMED = [
  ...ACCESS_AUDIT,
  ...SERVICE_AUDIT,
  ...SERVICE_SETTINGS_AUDIT,
  ...SETTINGS_AUDIT,
  ...APPLY_AUDIT,
  ...BACKUP_AUDIT,
  ...ACTING_AUDIT,
  ...MEMBERSHIP_AUDIT,
  ...OPERATOR_AUDIT,
  ...INVITATION_AUDIT,
  ...NODE_AUDIT,
  ...QUEUE_AUDIT,
  ...ROLLOUT_AUDIT,
  ...ACTIONS,
] as const;

/** What is recorded in a sentence with values. */
const COMPOSED = {
  ...NOTIFY_AUDIT,
  /** A call that a hub passed on, or one whose handler recorded nothing itself. */
  call: "{method}[ with {key}]",
  /** Something that waited, and that may not be done any more. */
  "order refused": "{order} not done: {why}",
  ...HUB_AUDIT,
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
