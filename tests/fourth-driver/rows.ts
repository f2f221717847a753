import type { SettingsOf } from "@pilothouse/drivers/driver";
import { path, type SettingRows, text } from "@pilothouse/system";

export const LOGBOOK_ROWS = {
  "logbook.file": {
    kind: path,
    says: "Where the router writes its log. Unset: logbook.log in the data directory.",
  },
  "logbook.captain": { kind: text, default: "nobody", says: "Who signs the log.", hides: "user" },
  "logbook.key_file": { kind: path, says: "File that holds the captain's key.", hides: "password" },
} as const satisfies SettingRows;

export type LogbookSettings = SettingsOf<typeof LOGBOOK_ROWS>;
