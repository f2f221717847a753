import { oneOf, path, type SettingDefinitions, text } from "@pilothouse/system";
import type { SettingsOf } from "../driver.js";

export const UPSTREAM_ROWS = {
  "upstream.url": {
    type: text,
    description: "Another server of this interface; http://127.0.0.1:7657/jsonrpc/ for Java I2P's.",
    redact: "host of url",
  },
  "upstream.password_file": {
    type: path,
    description: "File that holds that server's password.",
    redact: "password",
  },
  "upstream.dialect": {
    type: oneOf("auto", "java", "i2pd"),
    default: "auto",
    description: "Which server it is; auto asks it.",
  },
  "upstream.fingerprint": { type: text, description: "SHA-256 fingerprint its certificate must have." },
  "upstream.ca": { type: path, description: "Certificates (PEM) that its own must be signed by." },
  "upstream.log_file": {
    type: path,
    description: "The router's log on this machine: a file, or Java I2P's directory of logs (~/.i2p/logs).",
  },
  "upstream.console_user": {
    type: text,
    description: "User of its console, when that asks for a login (Digest).",
    redact: "user",
  },
  "upstream.console_password_file": {
    type: path,
    description: "File that holds that user's password.",
    redact: "password",
  },
} as const satisfies SettingDefinitions;

/** What an operator has set for the server behind ours. */
export type ServiceSettings = SettingsOf<typeof UPSTREAM_ROWS>;
