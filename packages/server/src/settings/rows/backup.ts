import { duration, path, type SettingRows, type ValuesOf, whole } from "@pilothouse/system";

/** Automatic backups. */
export const BACKUP_ROWS = {
  "backup.directory": {
    kind: path,
    says: "Directory for automatic backups. Unset: none are made.",
    live: true,
  },
  "backup.every": {
    kind: duration,
    default: 86_400_000,
    says: "How often it makes one.",
    live: true,
  },
  "backup.keep": {
    kind: whole(1, 10_000),
    default: 7,
    says: "How many of its backups are kept there; older ones are removed.",
    live: true,
  },
  "backup.passphrase_file": {
    kind: path,
    says: "File that holds the passphrase with which these backups are encrypted. Unset: they are not.",
    hides: "password",
    live: true,
  },
} as const satisfies SettingRows;

export type BackupSettings = ValuesOf<typeof BACKUP_ROWS>;
