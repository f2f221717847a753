import { resolve } from "node:path";
import {
  type Effective,
  flagOf,
  loadSettings,
  SETTING_NAMES,
  type SettingName,
  SettingsError,
  settingRow,
} from "@pilothouse/server/settings";
import { type Command, Option } from "commander";
import { Complaint } from "./exit.js";
import { findRunning } from "./running-settings.js";

/** The options that a command line gave, by the names that commander makes of flags. */
export type SettingFlags = { readonly [name: string]: unknown };

/** Settings of the service as flags, straight from the table. */
export function addSettings(command: Command, which: "all" | SettingName): void {
  command.option(
    "--config <file>",
    "file of settings (default: pilothouse.toml in the configuration directory)",
  );
  const known = new Set(command.options.map(({ long }) => long));
  for (const name of which === "all" ? SETTING_NAMES : [which]) {
    if (known.has(flagOf(name))) continue;
    const { kind, says } = settingRow(name);
    command.addOption(new Option(`${flagOf(name)} <value>`, `${says} Wants ${kind.wants}.`));
  }
}

/** The settings in force for a command that was given these options. */
export function effectiveFor(options: SettingFlags): Effective {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const flags = Object.fromEntries(
    SETTING_NAMES.flatMap((name): [SettingName, string][] => {
      const given = text(new Option(flagOf(name)).attributeName());
      return given === undefined ? [] : [[name, given]];
    }),
  );
  try {
    return loadSettings({ flags, env: process.env, file: text("config") });
  } catch (error) {
    throw error instanceof SettingsError ? new Complaint(error.message) : error;
  }
}

/** Settings, and the process of the running service that they were taken from, if they were. */
export interface EffectiveHere extends Effective {
  readonly running?: number;
}

/**
 * The settings in force for a command that looks at the service on this machine: those that the service runs with,
 * wherever it got them from, unless others are named here by a file, a variable or a flag.
 */
export function effectiveHere(options: SettingFlags): EffectiveHere {
  const asked = effectiveFor(options);
  const named = process.env["PILOTHOUSE_CONFIG"];
  const running = typeof options["config"] === "string" ? undefined : findRunning(asked.settings.data_dir);
  // A variable that names the service's own file means that service; the command of the Debian package sets it.
  if (running === undefined || (named !== undefined && resolve(named) !== running.file)) return asked;
  const own = (name: SettingName) =>
    name === "data_dir" || ["flag", "environment"].includes(asked.sources[name].source);
  const pick = <K extends "settings" | "sources">(part: K): Effective[K] =>
    Object.fromEntries(
      SETTING_NAMES.map((name) => [name, (own(name) ? asked : running)[part][name]]),
    ) as Effective[K];
  return { file: running.file, running: running.pid, settings: pick("settings"), sources: pick("sources") };
}
