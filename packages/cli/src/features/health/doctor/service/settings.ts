import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Tools } from "@pilothouse/drivers/driver";
import { systemClock } from "@pilothouse/drivers/port";
import { valueIn } from "@pilothouse/server/settings";
import {
  type Check,
  type Finding,
  modeText,
  ok,
  orNoEntry,
  problem,
  SettingsError,
} from "@pilothouse/system";
import type { Situation } from "../situation.js";

export const settings: Check<Situation> = {
  name: "settings",
  look: ({ effective: { file, besides, running }, settings: given, driver }) => [
    ...(running === undefined
      ? []
      : [ok(`these are the settings of the running service (process ${running})`)]),
    file === undefined ? ok("no settings file; flags, variables and defaults apply") : writable(file),
    ...[...new Set(besides.map((one) => dirname(one))), ...besides].map(writable),
    ...contradictions(driver, given),
  ],
};

/** A user who can write this file can make the service run any program. */
function writable(file: string): Finding {
  const { mode } = statSync(file);
  return (mode & 0o022) === 0
    ? ok(`${file} can be read`)
    : problem(`${file} can be written by others (${modeText(mode)})`, `chmod go-w ${file}`);
}

/** What only the making of the router would complain about. */
function contradictions(driver: Situation["driver"], given: Situation["settings"]): readonly Finding[] {
  try {
    driver.make(given, NO_TOOLS);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [problem(error.message, "correct it; pilothouse config shows where each setting comes from")];
  }
}

/** For a router that is only created and not started: it needs no tools. */
const NO_TOOLS: Tools = {
  storage: { load: async () => undefined, save: async () => {} },
  clock: systemClock,
  log: () => {},
  warn: () => {},
};

/** Files that hold passwords. If one cannot be read, the check that needs it says so. */
export const secretFiles: Check<Situation> = {
  name: "password files",
  look: ({ settings: given, table }) =>
    [...table].flatMap(([name, { redact }]) => {
      const file = redact === "password" ? valueIn(given, name) : undefined;
      const stat = typeof file === "string" ? orNoEntry(() => statSync(file)) : undefined;
      if (stat === undefined) return [];
      return (stat.mode & 0o077) === 0
        ? [ok(`${name}: ${file} can be read only by its owner`)]
        : [problem(`${name}: ${file} is open to others (${modeText(stat.mode)})`, `chmod 600 ${file}`)];
    }),
};
