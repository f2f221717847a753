import { describe, extension, optional } from "../../kernel/shapes.js";
import { eventData } from "../../value-types/call-types.js";
import { count, integer, listOf, orNull, record, text } from "../../value-types/value-types.js";

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

export const RESULTS = {
  "pilothouse.audit": { entries: { type: listOf(auditEntry) } },
} as const;

export const METHODS = {
  "pilothouse.audit": extension({
    scope: "read",
    description: "Who changed what, and when; the newest first.",
    params: {
      before: optional(count, "Only entries older than the one with this id."),
      limit: optional(integer(1, 500), "How many at most; 100."),
    },
    result: describe(RESULTS, "pilothouse.audit", {
      entries:
        "Who (address, id and `name` of the session or token), when (`at`), what (`action`, and each changed value in `details`) and its `outcome`: `ok`, or the name of the error. `action` is English; `code` and `data` say the same for programs (null: recorded by another version).",
    }),
  }),
} as const;

/** What is recorded of access itself. */
export const AUDIT = [
  "login",
  "logout",
  "password change",
  "first password taken from its file",
  "session revoked",
  "other sessions revoked",
  "session renamed",
  "token created",
  "token revoked",
] as const;
