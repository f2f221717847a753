import type { EventDefinitions } from "../kernel/definitions.js";
import { describe, extension, optional } from "../kernel/shapes.js";
import { count, secret, text } from "../value-types/value-types.js";

export const RESULTS = {
  "pilothouse.backup": { file: { type: text }, bytes: { type: count } },
} as const;

export const METHODS = {
  "pilothouse.backup": extension({
    scope: "all",
    description:
      "Makes a backup in the data directory of the service, for `pilothouse backup` to fetch. Only over the operator's socket.",
    params: {
      passphrase: optional(secret, "Encrypts it with this passphrase."),
    },
    result: describe(RESULTS, "pilothouse.backup", {
      file: "Its name in the data directory. It is removed after ten minutes.",
      bytes: "Its size.",
    }),
    changes: true,
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
