import { allSettings, type JsonError, parseJson, type Settings, Unfit } from "@pilothouse/protocol";
import { Complaint, EXIT } from "./exit.js";
import type { Paint } from "./style.js";
import { harmless } from "./style.js";

/** A router's configuration as text: a line `name=value` for each setting, in the order of the names. */
export const settingLines = (settings: ReadonlyMap<string, string>): string[] =>
  sorted(settings).map(([name, value]) => `${name}=${value}`);

const sorted = <T>(settings: ReadonlyMap<string, T>) =>
  [...settings].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** The settings in a text: lines as above, where `#` begins a comment line, or a JSON object. */
export function parseSettings(text: string, file: string): Settings {
  const json = text.trimStart().startsWith("{");
  return checked(json ? jsonIn(text, file) : Object.fromEntries(parseLines(text, file)), file);
}

function jsonIn(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new Complaint(`${file} is not JSON: ${(error as JsonError).detail}`, EXIT.usage);
  }
}

function* parseLines(text: string, file: string): Iterable<[string, string]> {
  const seen = new Map<string, number>();
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.replace(/\r$/, "");
    if (line.trim() === "" || line.startsWith("#")) continue;
    const at = line.indexOf("=");
    const name = line.slice(0, at).trim();
    const where = `${file}:${index + 1}`;
    if (at < 1)
      throw new Complaint(`${where}: ${JSON.stringify(line)} sets nothing; write name=value`, EXIT.usage);
    const before = seen.get(name);
    if (before !== undefined)
      throw new Complaint(`${where}: ${name} is already in line ${before}`, EXIT.usage);
    seen.set(name, index + 1);
    yield [name, line.slice(at + 1)];
  }
}

export function checked(settings: unknown, file: string): Settings {
  try {
    return allSettings.read(settings);
  } catch (error) {
    if (error instanceof Unfit) throw new Complaint(`${file} ${error.message}`, EXIT.usage);
    throw error;
  }
}

/** What turns one configuration into another. */
export interface Difference {
  readonly added: ReadonlyMap<string, string>;
  readonly changed: ReadonlyMap<string, { readonly from: string; readonly to: string }>;
  readonly removed: ReadonlyMap<string, string>;
}

export function difference(from: Settings, to: Settings): Difference {
  const added = new Map<string, string>();
  const changed = new Map<string, { from: string; to: string }>();
  for (const [name, value] of to) {
    const before = from.get(name);
    if (before === undefined) added.set(name, value);
    else if (before !== value) changed.set(name, { from: before, to: value });
  }
  return { added, changed, removed: new Map([...from].filter(([name]) => !to.has(name))) };
}

export const isEmpty = ({ added, changed, removed }: Difference): boolean =>
  added.size + changed.size + removed.size === 0;

/** The difference as people read one: what goes in red with a minus, what comes in green with a plus. */
export function differenceLines({ added, changed, removed }: Difference, paint: Paint): string[] {
  const line = (sign: "+" | "-", name: string, value: string) =>
    paint(sign === "+" ? "green" : "red", `${sign} ${harmless(`${name}=${value}`)}`);
  const lines = new Map<string, string[]>();
  for (const [name, value] of removed) lines.set(name, [line("-", name, value)]);
  for (const [name, { from, to }] of changed) lines.set(name, [line("-", name, from), line("+", name, to)]);
  for (const [name, value] of added) lines.set(name, [line("+", name, value)]);
  return sorted(lines).flatMap(([, one]) => one);
}

export const differenceJson = ({ added, changed, removed }: Difference) => ({
  added: Object.fromEntries(added),
  changed: Object.fromEntries(changed),
  removed: Object.fromEntries(removed),
});
