import { oneOf, type SettingRows } from "@pilothouse/system";

/** What is logged, and how. */
export const LOG_ROWS = {
  "log.level": {
    kind: oneOf("debug", "info", "warn", "error"),
    default: "info",
    says: "The least important messages that are logged.",
    live: true,
  },
  "log.format": {
    kind: oneOf("auto", "text", "json"),
    default: "auto",
    says: "Form of the log on standard error; auto is text on a terminal and JSON otherwise.",
  },
} as const satisfies SettingRows;
