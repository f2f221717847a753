import type { EventDefinitions } from "../kernel/definitions.js";
import { describe, extension, optional } from "../kernel/shapes.js";
import { choiceOf } from "../value-types/setting-types.js";
import { count, flag, integer, listOf, orNull, secret, text } from "../value-types/value-types.js";

export const RESULTS = {
  "pilothouse.backup": { file: { type: text }, bytes: { type: count } },
  "pilothouse.backupPart": { part: { type: secret }, next: { type: orNull(count) } },
  "pilothouse.restoreUpload": { file: { type: text } },
  "pilothouse.restorePart": { next: { type: orNull(count) } },
  "pilothouse.restoreCheck": {
    made: { type: count },
    version: { type: text },
    dataDir: { type: text },
    router: { type: orNull(text) },
    routerNow: { type: orNull(text) },
    password: { type: choiceOf(["same", "other"]) },
    certificate: { type: orNull(text) },
    fleet: { type: choiceOf(["none", "same", "joined", "left", "other"]) },
    tokensAgain: { type: listOf(text) },
    tokensGone: { type: listOf(text) },
    left: { type: listOf(text) },
  },
  "pilothouse.restore": { restoring: { type: flag } },
} as const;

const UPLOADED = { type: text, description: "Its name, as pilothouse.restoreUpload answered it." } as const;

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
  "pilothouse.restoreUpload": extension({
    scope: "all",
    description:
      "Begins to upload a backup that is to be restored, in place of one that was begun before. As pilothouse.backup, only for a session that was opened with the password, at the service itself. The upload is removed ten minutes after its last part.",
    params: {
      password: { type: secret, description: "The password of the service, again." },
      bytes: { type: integer(1, 2 ** 31 - 1), description: "The size of the file: 256 MiB at most." },
    },
    result: describe(RESULTS, "pilothouse.restoreUpload", { file: "The name of the upload." }),
    changes: true,
  }),
  "pilothouse.restorePart": extension({
    scope: "all",
    description: "Takes a part of the upload, in their order. Only for the session that began it.",
    params: {
      file: UPLOADED,
      from: { type: integer(0, 2 ** 31 - 1), description: "The byte where the part begins." },
      part: { type: secret, description: "Up to 512 KiB of it, in Base64 (RFC 4648)." },
    },
    result: describe(RESULTS, "pilothouse.restorePart", {
      next: "Where the next part begins; null after the last one.",
    }),
  }),
  "pilothouse.restoreCheck": extension({
    scope: "all",
    description:
      "Opens and checks the whole upload, and answers what a restore of it would change. Nothing is changed yet. A file that cannot be restored is removed.",
    params: {
      file: UPLOADED,
      passphrase: optional(secret, "The passphrase that it was encrypted with, if it was."),
    },
    result: describe(RESULTS, "pilothouse.restoreCheck", {
      made: "When the backup was made, in milliseconds since 1970.",
      version: "The version of Pilothouse that made it.",
      dataDir: "The data directory that it was made of.",
      router: "The router that the service managed then; null if it is not known.",
      routerNow: "The router that it manages now; null if it is not known.",
      password: "Whether the password is the one of now, as far as that shows.",
      certificate: "The SHA-256 of the certificate that it will have; null if that stays as it is.",
      fleet: "What becomes of its membership of a fleet, compared with now.",
      tokensAgain: "Tokens of programs that are not valid now, and will be.",
      tokensGone: "Tokens of programs that are valid now, and will not be.",
      left: "Files that are not restored by this, only by the command `pilothouse restore`.",
    }),
  }),
  "pilothouse.restore": extension({
    scope: "all",
    description:
      "Restores the upload that was checked: the service stops, takes the store of the backup and starts again. If it cannot start with that, it goes back to the store it had. All sessions end.",
    params: {
      file: UPLOADED,
      password: optional(secret, "The password of the service, again. It is needed unless this cancels."),
      cancel: optional(flag, "Removes the upload; nothing is restored."),
    },
    result: describe(RESULTS, "pilothouse.restore", { restoring: "Whether the service restarts now." }),
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
  "restore.done": {
    severity: "info",
    description: "The backup of {made} was restored.",
    data: ["made"],
    resolves: ["restore.failed"],
  },
  "restore.failed": {
    severity: "warning",
    description: "The backup of {made} could not be restored, and everything is as before: {reason}.",
    data: ["made", "reason"],
  },
} as const satisfies EventDefinitions;

export const AUDIT = ["backup", "restore"] as const;
