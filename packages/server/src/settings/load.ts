import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parse, TomlError } from "smol-toml";
import {
  type Environment,
  flagOf,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  settingRow,
  variableOf,
} from "./table.js";

/** A setting is unknown or bad: where it stands, and what is wanted. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

export type Source = "default" | "file" | "environment" | "flag";

export interface Effective {
  readonly settings: Settings;
  /** Where each value came from. */
  readonly sources: { readonly [N in SettingName]: { readonly source: Source; readonly where: string } };
  /** The file that was read, if there was one. */
  readonly file: string | undefined;
}

export interface Origins {
  /** Flags as the command line gave them, by setting. */
  readonly flags?: { readonly [N in SettingName]?: string };
  readonly env: Environment;
  /** A file that must exist; without it the usual one is read if it does. */
  readonly file?: string | undefined;
}

/** Variables of ours that are no settings of the service. */
const OTHER_VARIABLES = new Set([
  "PILOTHOUSE_CONFIG",
  "PILOTHOUSE_FINGERPRINT",
  "PILOTHOUSE_URL",
  "PILOTHOUSE_PASSWORD",
  "PILOTHOUSE_PROFILE",
  "PILOTHOUSE_TOKEN",
]);

interface Given {
  readonly value: unknown;
  readonly source: Source;
  readonly where: string;
}

export function loadSettings({ flags = {}, env, file: asked }: Origins): Effective {
  const wanted = asked ?? env["PILOTHOUSE_CONFIG"];
  const file = wanted ?? usualFile(env);
  const text = readText(file, wanted !== undefined);
  const given = new Map<SettingName, Given>(SETTING_NAMES.map((name) => [name, fallback(name, env)]));
  const layers = [fromFile(file, text), fromEnvironment(env), fromFlags(flags)];
  for (const layer of layers) for (const [name, value] of layer) given.set(name, value);
  return {
    settings: Object.fromEntries([...given].map(([name, { value }]) => [name, value])) as Settings,
    sources: Object.fromEntries(
      [...given].map(([name, { source, where }]) => [name, { source, where }]),
    ) as Effective["sources"],
    file: text === undefined ? undefined : file,
  };
}

const usualFile = (env: Environment): string =>
  join(env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config"), "pilothouse", "pilothouse.toml");

function fallback(name: SettingName, env: Environment): Given {
  const preset = settingRow(name).default;
  const value = typeof preset === "function" ? (preset as (env: Environment) => unknown)(env) : preset;
  return { value, source: "default", where: "" };
}

function readText(file: string, mustExist: boolean): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!mustExist && (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new SettingsError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function* fromFlags(flags: NonNullable<Origins["flags"]>): Iterable<[SettingName, Given]> {
  for (const name of SETTING_NAMES) {
    const text = flags[name];
    if (text !== undefined) yield [name, fromText(name, text, "flag", flagOf(name))];
  }
}

function* fromEnvironment(env: Environment): Iterable<[SettingName, Given]> {
  const byVariable = new Map(SETTING_NAMES.map((name) => [variableOf(name), name]));
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith("PILOTHOUSE_") || text === undefined || OTHER_VARIABLES.has(variable)) continue;
    const name = byVariable.get(variable);
    if (name === undefined) throw new SettingsError(`${variable} is no setting of Pilothouse`);
    yield [name, fromText(name, text, "environment", variable)];
  }
}

function fromText(name: SettingName, text: string, source: Source, where: string): Given {
  const { kind } = settingRow(name);
  const value = kind.fromText(text);
  if (value === undefined)
    throw new SettingsError(`${where} wants ${kind.wants}, got ${JSON.stringify(text)}`);
  return { value, source, where };
}

function* fromFile(file: string, text: string | undefined): Iterable<[SettingName, Given]> {
  if (text === undefined) return;
  for (const [name, value] of flatten(parseToml(file, text))) {
    const where = `${file}:${lineOf(text, name)}`;
    if (!isSetting(name)) throw new SettingsError(`${where}: ${name} is no setting of Pilothouse`);
    const { kind } = settingRow(name);
    const read = kind.fromToml(value);
    if (read === undefined) throw new SettingsError(`${where}: ${name} wants ${kind.wants}`);
    yield [name, { value: read, source: "file", where }];
  }
}

function parseToml(file: string, text: string): object {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError)
      throw new SettingsError(`${file}:${error.line}: ${error.message.split("\n")[0]}`);
    throw error;
  }
}

const isSetting = (name: string): name is SettingName => (SETTING_NAMES as readonly string[]).includes(name);

function* flatten(table: object, prefix = ""): Iterable<[string, unknown]> {
  for (const [key, value] of Object.entries(table)) {
    const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isTable && !(value instanceof Date)) yield* flatten(value, `${prefix}${key}.`);
    else yield [`${prefix}${key}`, value];
  }
}

/** The line on which a key stands: the parser does not tell, so the sections are followed again. */
function lineOf(text: string, name: string): number {
  let section = "";
  for (const [index, line] of text.split("\n").entries()) {
    const header = /^\s*\[([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) section = `${header.trim()}.`;
    const key = /^\s*([A-Za-z0-9_.\-"' ]+?)\s*=/.exec(line)?.[1];
    if (key !== undefined && (section + key).replaceAll(/["' ]/g, "") === name) return index + 1;
  }
  return 1;
}
