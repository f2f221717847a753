import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Environment, isNoEntry, type SettingDefinition, SettingsError } from "@pilothouse/system";
import { parse, TomlError } from "smol-toml";
import {
  flagOf,
  SERVICE_TABLE,
  type SettingName,
  type Settings,
  type SettingsTable,
  variableOf,
} from "./table.js";

export type Source = "default" | "run time" | "file" | "environment" | "flag";

export interface Place {
  readonly source: Source;
  readonly where: string;
}

export interface Effective {
  readonly settings: Settings;
  /** Where each value came from. */
  readonly sources: { readonly [N in SettingName]: Place } & { readonly [name: string]: Place };
  /** The file that was read, if there was one. */
  readonly file: string | undefined;
  /** The files beside it that were read after it. */
  readonly besides: readonly string[];
}

export interface Origins {
  /** Flags as the command line gave them, by setting. */
  readonly flags?: { readonly [name: string]: string | undefined };
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
  "PILOTHOUSE_WITHOUT",
]);

interface Given extends Place {
  readonly value: unknown;
}

export function loadSettings(
  { flags = {}, env, file: asked }: Origins,
  table: SettingsTable = SERVICE_TABLE,
): Effective {
  const wanted = asked ?? env["PILOTHOUSE_CONFIG"];
  const file = wanted ?? usualFile(env);
  const text = readText(file, wanted !== undefined);
  const given = new Map([...table].map(([name, row]) => [name, fallback(row, env)]));
  const besides = filesBeside(file);
  const layers = [
    fromFile(table, file, text),
    ...besides.map((one) => fromFile(table, one, readText(one, true))),
    fromEnvironment(table, env),
    fromFlags(table, flags),
  ];
  for (const layer of layers) for (const [name, value] of layer) given.set(name, value);
  return {
    settings: Object.fromEntries([...given].map(([name, { value }]) => [name, value])) as Settings,
    sources: Object.fromEntries(
      [...given].map(([name, { source, where }]) => [name, { source, where }]),
    ) as Effective["sources"],
    file: text === undefined ? undefined : file,
    besides,
  };
}

/** The folder of files that are read after a settings file: pilothouse.d for pilothouse.toml. */
export const folderBeside = (file: string): string => `${file.replace(/\.toml$/, "")}.d`;

/** In the order of their names: what comes later counts. */
function filesBeside(file: string): string[] {
  const folder = folderBeside(file);
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".toml"));
    return names.toSorted().map((name) => join(folder, name));
  } catch (error) {
    if (isNoEntry(error) || (error as NodeJS.ErrnoException).code === "ENOTDIR") return [];
    throw new SettingsError(`${folder} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Where the settings are if nothing names another file. */
export const usualFile = (env: Environment): string =>
  join(env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config"), "pilothouse", "pilothouse.toml");

function fallback({ default: preset }: SettingDefinition, env: Environment): Given {
  const value = typeof preset === "function" ? (preset as (env: Environment) => unknown)(env) : preset;
  return { value, source: "default", where: "" };
}

function readText(file: string, mustExist: boolean): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!mustExist && isNoEntry(error)) return undefined;
    throw new SettingsError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function* fromFlags(table: SettingsTable, flags: NonNullable<Origins["flags"]>): Iterable<[string, Given]> {
  for (const [name, text] of Object.entries(flags)) {
    if (text === undefined) continue;
    const row = table.get(name);
    if (row === undefined) throw new SettingsError(`${flagOf(name)} is not a setting of Pilothouse`);
    yield [name, fromText(row, text, "flag", flagOf(name))];
  }
}

function* fromEnvironment(table: SettingsTable, env: Environment): Iterable<[string, Given]> {
  const byVariable = new Map([...table].map(([name, row]) => [variableOf(name, row), { name, row }]));
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith("PILOTHOUSE_") || text === undefined || OTHER_VARIABLES.has(variable)) continue;
    const found = byVariable.get(variable);
    if (found === undefined) throw new SettingsError(`${variable} is not a setting of Pilothouse`);
    yield [found.name, fromText(found.row, text, "environment", variable)];
  }
}

function fromText({ type }: SettingDefinition, text: string, source: Source, where: string): Given {
  const value = type.fromText(text);
  if (value === undefined)
    throw new SettingsError(`${where} wants ${type.wants}, got ${JSON.stringify(text)}`);
  return { value, source, where };
}

function* fromFile(table: SettingsTable, file: string, text: string | undefined): Iterable<[string, Given]> {
  if (text === undefined) return;
  for (const [name, value] of flatten(parseToml(file, text))) {
    const where = `${file}:${lineOf(text, name)}`;
    const type = table.get(name)?.type;
    if (type === undefined) throw new SettingsError(`${where}: ${name} is not a setting of Pilothouse`);
    const read = type.fromToml(value);
    if (read === undefined) throw new SettingsError(`${where}: ${name} wants ${type.wants}`);
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

function* flatten(table: object, prefix = ""): Iterable<[string, unknown]> {
  for (const [key, value] of Object.entries(table)) {
    const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isTable && !(value instanceof Date)) yield* flatten(value, `${prefix}${key}.`);
    else yield [`${prefix}${key}`, value];
  }
}

/** The line of a key: the parser does not say, so the sections are read again. */
function lineOf(text: string, name: string): number {
  let section = "";
  for (const [index, line] of text.split("\n").entries()) {
    const header = /^\s*\[([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) section = `${header.trim()}.`;
    const key = /^([A-Za-z0-9_.\-"'\s]+)=/.exec(line)?.[1];
    if (key !== undefined && (section + key).replaceAll(/["'\s]/g, "") === name) return index + 1;
  }
  return 1;
}
