import type { SettingsOf } from "@pilothouse/drivers/driver";
import { path, type SettingDefinitions, text } from "@pilothouse/system";

export const LOGBOOK_ROWS = {
  "logbook.file": {
    kind: path,
    description: "Where the router writes its log. Unset: logbook.log in the data directory.",
  },
  "logbook.captain": { kind: text, default: "nobody", description: "Who signs the log.", redact: "user" },
  "logbook.key_file": { kind: path, description: "File that holds the captain's key.", redact: "password" },
} as const satisfies SettingDefinitions;

export type LogbookSettings = SettingsOf<typeof LOGBOOK_ROWS>;
