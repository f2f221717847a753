import { resolve } from "node:path";
import { type Effective, flagOf, loadSettings, type SettingsTable } from "@pilothouse/server/settings";
import { SettingsError } from "@pilothouse/system";
import { Option } from "commander";
import { Complaint, EXIT } from "../terminal/exit.js";
import { findRunning, pick } from "./running-settings.js";

/** The options that a command line gave, by the names that commander makes of flags. */
export type SettingFlags = { readonly [name: string]: unknown };

/** The settings in force for a command that was given these options. */
export function effectiveFor(table: SettingsTable, options: SettingFlags): Effective {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const flags = Object.fromEntries(
    [...table.keys()].map((name) => [name, text(new Option(flagOf(name)).attributeName())]),
  );
  try {
    return loadSettings({ flags, env: process.env, file: text("config") }, table);
  } catch (error) {
    throw error instanceof SettingsError
      ? new Complaint(error.message, EXIT.usage, { cause: error.cause })
      : error;
  }
}

/** Settings, and the process of the running service that they were taken from, if they were. */
export interface EffectiveHere extends Effective {
  readonly running?: number;
}

interface Acting {
  /** Whether root does everything with these settings as the owner of the data directory, who may choose them then. */
  readonly asOwner?: boolean;
}

/**
 * The settings in force for a command about the service on this machine: those that the service runs with, from any
 * source, unless a file, a variable or a flag names others here.
 */
export function effectiveHere(
  table: SettingsTable,
  options: SettingFlags,
  { asOwner = false }: Acting = {},
): EffectiveHere {
  const asked = effectiveFor(table, options);
  const named = process.env["PILOTHOUSE_CONFIG"];
  const running =
    typeof options["config"] === "string" ? undefined : findRunning(table, asked.settings.data_dir, asOwner);
  // A variable that names the service's own file means that service; the command of the Debian package sets it. A
  // directory that is named with the command itself says more clearly which service is meant.
  const isAnother =
    named !== undefined && options["dataDir"] === undefined && resolve(named) !== running?.file;
  if (running === undefined || isAnother) return asked;
  const isGiven = (name: string) =>
    name === "data_dir" || ["flag", "environment"].includes(asked.sources[name]?.source ?? "default");
  const picked = pick(table, (name) => (isGiven(name) ? asked : running));
  return { ...picked, file: running.file, besides: running.besides, running: running.pid };
}
