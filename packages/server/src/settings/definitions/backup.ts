import { duration, integer, path, type SettingDefinitions, type ValuesOf } from "@pilothouse/system";

/** Automatic backups. */
export const BACKUP_SETTINGS = {
  "backup.directory": {
    type: path,
    description: "Directory for automatic backups. Unset: none are made.",
    live: true,
  },
  "backup.every": {
    type: duration,
    default: 86_400_000,
    description: "How often it makes one.",
    live: true,
  },
  "backup.keep": {
    type: integer(1, 10_000),
    default: 7,
    description: "How many of its backups are kept there; older ones are removed.",
    live: true,
  },
  "backup.passphrase_file": {
    type: path,
    description:
      "File that holds the passphrase with which these backups are encrypted. Unset: they are not.",
    redact: "password",
    live: true,
  },
} as const satisfies SettingDefinitions;

export type BackupSettings = ValuesOf<typeof BACKUP_SETTINGS>;
