import { fstatSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Log } from "@pilothouse/server";
import {
  type Effective,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  settingRow,
  withPlainFile,
} from "@pilothouse/server/settings";
import { holdsLock, isAlive } from "./doctor/proc.js";
import { writePrivateFile } from "./private-file.js";

/** The settings that a running service was started with, for the commands that look at its set-up. */
export interface RunningSettings extends Effective {
  readonly pid: number;
}

/** The store's file, which the service keeps locked. Spelled out: whatever knows it loads the whole service. */
const STORE = "pilothouse.db";

const fileIn = (dataDir: string): string => join(dataDir, "pilothouse.settings.json");

/** Written when the service is ready. No setting is a secret itself: passwords stand in files of their own. */
export function keepRunning({ settings, sources, file }: Effective, log: Pick<Log, "warn">): void {
  const absolute = Object.fromEntries(SETTING_NAMES.map((name) => [name, fromHere(name, settings[name])]));
  const kept = { pid: process.pid, settings: absolute, sources, file: file && resolve(file) };
  try {
    writePrivateFile(fileIn(settings.data_dir), `${JSON.stringify(kept, null, 2)}\n`);
  } catch (error) {
    log.warn({ err: error }, "doctor and logs cannot find the settings of this service by themselves");
  }
}

export const forgetRunning = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/** What counts after a reload: the rest waits for a restart of the service. */
export function reloaded(before: Effective, next: Effective): Effective {
  const pick = <K extends "settings" | "sources">(part: K): Effective[K] =>
    Object.fromEntries(
      SETTING_NAMES.map((name) => [name, (settingRow(name).live ? next : before)[part][name]]),
    ) as Effective[K];
  return { file: next.file, settings: pick("settings"), sources: pick("sources") };
}

/** The service that runs on a data directory, as it said itself; undefined when none does, or it cannot be believed. */
export function findRunning(dataDir: string): RunningSettings | undefined {
  const path = fileIn(dataDir);
  try {
    const kept = withPlainFile(path, {}, (file) => {
      // Settings name programs that doctor runs: those of another user are not for us, above all not for root.
      const { uid } = fstatSync(file);
      if (uid !== 0 && uid !== process.getuid?.()) return undefined;
      return JSON.parse(readFileSync(file, "utf8")) as RunningSettings;
    });
    if (kept === undefined) return undefined;
    // The number of a process that was killed may be another's by now; that one does not hold the store.
    const runs = holdsLock(kept.pid, join(dataDir, STORE)) ?? isAlive(kept.pid);
    return runs && isWhole(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Another version may have written it. */
const isWhole = ({ settings, sources }: Partial<RunningSettings>): boolean =>
  settings !== undefined &&
  sources !== undefined &&
  SETTING_NAMES.every(
    (name) =>
      sources[name] !== undefined && (settings[name] !== undefined || settingRow(name).default === undefined),
  );

/** Paths are read from another directory later. A program may be a name that is looked for on the PATH. */
function fromHere(name: SettingName, value: Settings[SettingName]): unknown {
  const isPath = settingRow(name).kind.wants === "a path" && typeof value === "string";
  if (!isPath || (name === "i2pd.binary" && !value.includes("/"))) return value;
  return resolve(value);
}
