import type { EventDefinitions } from "../kernel/definitions.js";
import { describe, extension, optional } from "../kernel/shapes.js";
import { count, integer, orNull, secret, text } from "../value-types/value-types.js";

export const RESULTS = {
  "pilothouse.backup": { file: { type: text }, bytes: { type: count } },
  "pilothouse.backupPart": { part: { type: secret }, next: { type: orNull(count) } },
} as const;

export const METHODS = {
  "pilothouse.backup": extension({
    scope: "all",
    description:
      "Makes a backup in the data directory of the service: over the operator's socket for `pilothouse backup`, or for a session, which gets it with pilothouse.backupPart. A token of a program, a hub and an account are refused.",
    params: {
      passphrase: optional(
        secret,
        "Encrypts it with this passphrase. Without the operator's socket it is needed, and as good as a password has to be.",
      ),
      password: optional(
        secret,
        "The password of the service, which is needed without the operator's socket.",
      ),
    },
    result: describe(RESULTS, "pilothouse.backup", {
      file: "Its name in the data directory. It is removed after ten minutes.",
      bytes: "Its size.",
    }),
    changes: true,
  }),
  "pilothouse.backupPart": extension({
    scope: "all",
    description:
      "A part of the backup that this session made last. With the last part the file is removed, and with it the next time that one is made.",
    params: {
      file: { type: text, description: "Its name, as pilothouse.backup answered it." },
      from: optional(integer(0, 2 ** 31 - 1), "The byte where the part begins; default: 0."),
    },
    result: describe(RESULTS, "pilothouse.backupPart", {
      part: "Up to a mebibyte of it, in Base64 (RFC 4648).",
      next: "Where the next part begins; null after the last one.",
    }),
  }),
} as const;

export const EVENTS = {
  "backup.made": {
    severity: "info",
    description: "A backup was made: {file}.",
    data: ["file"],
    resolves: ["backup.failed"],
  },
  "backup.failed": {
    severity: "warning",
    description: "No backup could be made: {reason}.",
    data: ["reason"],
  },
} as const satisfies EventDefinitions;

export const AUDIT = ["backup"] as const;
