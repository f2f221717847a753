import type { SettingsOf } from "@pilothouse/drivers/driver";
import { path, type SettingDefinitions, text } from "@pilothouse/system";

export const LOGBOOK_ROWS = {
  "logbook.file": {
    type: path,
    description: "Where the router writes its log. Unset: logbook.log in the data directory.",
  },
  "logbook.captain": { type: text, default: "nobody", description: "Who signs the log.", redact: "user" },
  "logbook.key_file": { type: path, description: "File that holds the captain's key.", redact: "password" },
} as const satisfies SettingDefinitions;

export type LogbookSettings = SettingsOf<typeof LOGBOOK_ROWS>;
