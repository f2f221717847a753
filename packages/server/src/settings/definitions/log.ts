import { oneOf, type SettingDefinitions } from "@pilothouse/system";

/** What is logged, and how. */
export const LOG_SETTINGS = {
  "log.level": {
    type: oneOf("debug", "info", "warn", "error"),
    default: "info",
    description: "The least important messages that are logged.",
    live: true,
  },
  "log.format": {
    type: oneOf("auto", "text", "json"),
    default: "auto",
    description: "Form of the log on standard error; auto is text on a terminal and JSON otherwise.",
  },
} as const satisfies SettingDefinitions;
