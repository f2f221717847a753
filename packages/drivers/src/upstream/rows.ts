import { oneOf, path, type SettingRows, text } from "@pilothouse/system";
import type { SettingsOf } from "../driver.js";

export const UPSTREAM_ROWS = {
  "upstream.url": {
    kind: text,
    says: "Another server of this interface; http://127.0.0.1:7657/jsonrpc/ for Java I2P's.",
    hides: "host of url",
  },
  "upstream.password_file": {
    kind: path,
    says: "File that holds that server's password.",
    hides: "password",
  },
  "upstream.dialect": {
    kind: oneOf("auto", "java", "i2pd"),
    default: "auto",
    says: "Which server it is; auto asks it.",
  },
  "upstream.fingerprint": { kind: text, says: "SHA-256 fingerprint its certificate must have." },
  "upstream.ca": { kind: path, says: "Certificates (PEM) that its own must be signed by." },
  "upstream.log_file": {
    kind: path,
    says: "The router's log on this machine: a file, or Java I2P's directory of logs (~/.i2p/logs).",
  },
  "upstream.console_user": {
    kind: text,
    says: "User of its console, when that asks for a login (Digest).",
    hides: "user",
  },
  "upstream.console_password_file": {
    kind: path,
    says: "File that holds that user's password.",
    hides: "password",
  },
} as const satisfies SettingRows;

/** What an operator has set for the server behind ours. */
export type ServiceSettings = SettingsOf<typeof UPSTREAM_ROWS>;
