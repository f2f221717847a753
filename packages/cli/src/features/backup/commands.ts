import {
  argument,
  type CommandDefinition,
  DRY_RUN,
  JSON_OPTION,
  option,
  YES,
} from "../../command/definition.js";

export const BACKUP_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "backup",
    description: "Put password, tokens, history, settings, certificate and the router's keys into one file.",
    local: true,
    settings: "data_dir",
    args: [argument("<file>", "where it goes", "file")],
    options: [
      option("--encrypt", "encrypt it with a passphrase, which is asked for"),
      option("--passphrase-file <file>", "encrypt it with the passphrase in this file", { is: "file" }),
      YES,
      JSON_OPTION,
    ],
    notes: `The service may run meanwhile. A file that is there already is replaced only when you agree. The service can
also make backups on a schedule: backup.directory.`,
    examples: ["pilothouse backup pilothouse.backup", "sudo pilothouse backup --encrypt /root/attic.backup"],
    load: async () => (await import("./backup.js")).backup,
  },
  {
    name: "restore",
    description: "Put a backup back, where no service runs.",
    local: true,
    settings: "data_dir",
    args: [argument("<file>", "the backup", "file")],
    options: [
      option("--passphrase-file <file>", "the passphrase that it was encrypted with", { is: "file" }),
      option(
        "--everything",
        "also what was outside of the data directory: the settings file, the router's files",
      ),
      DRY_RUN,
      YES,
      JSON_OPTION,
    ],
    notes: `Everything is checked before anything is written, and what is there is replaced only when you agree. The old store
is kept beside the new one. If it is interrupted, run it again. What has changed since the backup was made is undone;
--dry-run says what that is. Sessions end; program tokens of that time are valid again.`,
    examples: [
      "pilothouse restore pilothouse.backup --dry-run",
      "pilothouse restore attic.backup --data-dir /var/lib/pilothouse",
    ],
    load: async () => (await import("./restore.js")).restore,
  },
];
