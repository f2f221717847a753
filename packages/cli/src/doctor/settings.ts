import { statSync } from "node:fs";
import { SettingsError } from "@pilothouse/server/settings";
import { i2pdPlaces, upstreamServer } from "../router.js";
import { type Check, type Finding, ok, problem } from "./finding.js";
import { modeText, orNoEntry } from "./modes.js";
import type { Situation } from "./situation.js";

export const settings: Check<Situation> = {
  name: "settings",
  look: ({ effective: { file, running, settings: given } }) => [
    ...(running === undefined
      ? []
      : [ok(`these are the ones that the service runs with (process ${running})`)]),
    file === undefined ? ok("no file of settings; flags, variables and defaults count") : writable(file),
    ...contradictions(given),
  ],
};

/** Whoever can write the file can have the service run a program of his. */
function writable(file: string): Finding {
  const { mode } = statSync(file);
  return (mode & 0o022) === 0
    ? ok(`${file} can be read`)
    : problem(`${file} can be written by others (${modeText(mode)})`, `chmod go-w ${file}`);
}

/** What only the making of the router would complain about. */
function contradictions(given: Situation["settings"]): readonly Finding[] {
  try {
    if (given.router === "i2pd") i2pdPlaces(given);
    if (given.router === "upstream") upstreamServer(given);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [problem(error.message, "set it right; pilothouse config shows where each setting comes from")];
  }
}

const SECRETS = ["auth.password_file", "upstream.password_file", "upstream.console_password_file"] as const;

/** Files that hold passwords. Whether they can be read is told where they are needed. */
export const secretFiles: Check<Situation> = {
  name: "password files",
  look: ({ settings: given }) =>
    SECRETS.flatMap((name) => {
      const file = given[name];
      const stat = file === undefined ? undefined : orNoEntry(() => statSync(file));
      if (stat === undefined) return [];
      return (stat.mode & 0o077) === 0
        ? [ok(`${name}: ${file} is its owner's alone`)]
        : [problem(`${name}: ${file} is open to others (${modeText(stat.mode)})`, `chmod 600 ${file}`)];
    }),
};
