import { readFileSync } from "node:fs";
import { SettingsError, secretText } from "@pilothouse/system";
import type { ServiceSettings } from "./settings.js";

/** The server behind ours, and how it proves who it is, as the settings say. */
export function serverOf(settings: ServiceSettings) {
  const fingerprint = settings["upstream.fingerprint"];
  const user = settings["upstream.console_user"];
  const ca = settings["upstream.ca"];
  return {
    url: needed(settings, "upstream.url"),
    dialect: settings["upstream.dialect"],
    password: secretFrom(needed(settings, "upstream.password_file")),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(ca !== undefined && { ca: contentOf("upstream.ca", ca) }),
    ...(user !== undefined && {
      console: { user, password: secretFrom(needed(settings, "upstream.console_password_file")) },
    }),
  };
}

function needed(settings: ServiceSettings, name: keyof ServiceSettings): string {
  const value = settings[name];
  if (value === undefined) throw new SettingsError(`${name} must be set for this kind of router`);
  return value;
}

/** Read on each use, so that a changed password needs no restart; and once now, so that a bad path is reported. */
function secretFrom(file: string): () => string {
  const read = () => contentOf("password file", file, secretText);
  read();
  return read;
}

function contentOf(what: string, file: string, textOf = (bytes: Buffer) => bytes.toString("utf8")): string {
  try {
    return textOf(readFileSync(file));
  } catch (error) {
    throw new SettingsError(`${what}: ${file} cannot be read: ${(error as Error).message}`);
  }
}
