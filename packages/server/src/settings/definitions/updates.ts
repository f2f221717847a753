import { flag, type SettingDefinitions, text } from "@pilothouse/system";

/** Updates of the router. */
export const UPDATES_SETTINGS = {
  "update.feed": {
    type: text,
    description: "Signed update feed of the router: a directory or an https URL.",
    redact: "host of url",
    live: true,
  },
  "update.check": {
    type: flag,
    default: true,
    description:
      "Whether to look for an update of the router once a day, in the feed or where the router comes from. Nothing is installed.",
    live: true,
  },
  "update.public_key": {
    type: text,
    description: "Ed25519 public key (base64) that the feed must be signed with.",
    live: true,
  },
} as const satisfies SettingDefinitions;
