import { fstatSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseJson } from "@pilothouse/protocol";
import type { Log } from "@pilothouse/server";
import { type Effective, type Settings, type SettingsTable, valueIn } from "@pilothouse/server/settings";
import { holdsLock, isAlive, ROOT, type SettingDefinition, withPlainFile } from "@pilothouse/system";
import { writePrivateFile } from "./private-file.js";

/** The settings that a running service was started with, for the commands that look at its set-up. */
export interface RunningSettings extends Effective {
  readonly pid: number;
}

/** The store's file, which the service keeps locked. Repeated here, because importing it loads the whole service. */
const STORE = "pilothouse.db";

const LARGEST = 2 ** 20;

const fileIn = (dataDir: string): string => join(dataDir, "pilothouse.settings.json");

/** Written when the service is ready. No setting is a secret itself: passwords stand in files of their own. */
export function keepRunning(
  table: SettingsTable,
  { settings, sources, file, besides }: Effective,
  log: Pick<Log, "warn">,
): void {
  // They are read from another directory later.
  const absolute = Object.fromEntries(
    [...table].map(([name, { type }]) => {
      const value = valueIn(settings, name);
      return [name, typeof value === "string" && type.absolute ? type.absolute(value) : value];
    }),
  );
  const files = { file: file && resolve(file), besides: besides.map((one) => resolve(one)) };
  const stored = { pid: process.pid, settings: absolute, sources, ...files };
  try {
    writePrivateFile(fileIn(settings.data_dir), `${JSON.stringify(stored, null, 2)}\n`);
  } catch (error) {
    log.warn({ err: error }, "doctor and logs cannot find the settings of this service by themselves");
  }
}

export const forgetRunning = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/** What counts after a reload: the rest waits for a restart of the service. */
export const reloaded = (table: SettingsTable, before: Effective, next: Effective): Effective => ({
  ...pick(table, (_name, { live }) => (live ? next : before)),
  file: next.file,
  besides: next.besides,
});

/** Each setting, and where it came from, out of the ones that `from` says. */
export function pick(
  table: SettingsTable,
  from: (name: string, row: SettingDefinition) => Effective,
): Pick<Effective, "settings" | "sources"> {
  const rows = [...table].map(([name, row]) => ({ name, from: from(name, row) }));
  return {
    settings: Object.fromEntries(
      rows.map(({ name, from }) => [name, valueIn(from.settings, name)]),
    ) as Settings,
    sources: Object.fromEntries(
      rows.map(({ name, from }) => [name, from.sources[name]]),
    ) as Effective["sources"],
  };
}

/** The service that runs on a data directory, as it said itself; undefined when none does, or it cannot be believed. */
export function findRunning(
  table: SettingsTable,
  dataDir: string,
  asOwner = false,
): RunningSettings | undefined {
  const path = fileIn(dataDir);
  try {
    const stored = withPlainFile(path, {}, (file) => {
      // Settings name programs that doctor runs: those of another user are not for us, above all not for root.
      const { uid, size } = fstatSync(file);
      const trusted = [ROOT, process.getuid?.(), ...(asOwner ? [statSync(dataDir).uid] : [])];
      if (!trusted.includes(uid) || size > LARGEST) return undefined;
      return parseJson(readFileSync(file, "utf8")) as RunningSettings;
    });
    if (stored === undefined) return undefined;
    // After a kill, another process may have the same number by now; that one does not hold the store.
    const runs = holdsLock(stored.pid, join(dataDir, STORE)) ?? isAlive(stored.pid);
    return runs && isWhole(table, stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Another version may have written it. */
const isWhole = (table: SettingsTable, { settings, sources, besides }: Partial<RunningSettings>): boolean =>
  besides !== undefined &&
  settings !== undefined &&
  sources !== undefined &&
  [...table].every(
    ([name, row]) =>
      sources[name] !== undefined && (valueIn(settings, name) !== undefined || row.default === undefined),
  );
