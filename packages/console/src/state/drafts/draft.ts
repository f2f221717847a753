import { allSettings, parseJson, type Settings } from "@pilothouse/protocol";

/** Changes that are not written yet: the new value by name, or null to remove the setting. */
export type Draft = ReadonlyMap<string, string | null>;

export interface Change {
  readonly name: string;
  /** Absent for a new setting. */
  readonly before?: string;
  /** Absent for a removed setting. */
  readonly after?: string;
}

export function applied(settings: Settings, draft: Draft): Settings {
  const next = new Map(settings);
  for (const [name, value] of draft)
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}

/** All differences, sorted by name. */
export function differences(before: Settings, after: Settings): readonly Change[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => {
      const [was, is] = [before.get(name), after.get(name)];
      return { name, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) };
    });
}

/** The draft with one more change. Changing back to the saved value removes it from the draft. */
export function changed(draft: Draft, settings: Settings, name: string, value: string | null): Draft {
  const next = new Map(draft);
  if ((settings.get(name) ?? null) === value) next.delete(name);
  else next.set(name, value);
  return next;
}

/** The rest of a draft after `done` was written. Values typed since then stay. */
export const without = (draft: Draft, done: Draft): Draft =>
  new Map([...draft].filter(([name, value]) => done.get(name) !== value));

/** The draft that applies a file. With `replace`, settings that are not in the file are removed. */
export function draftOf(settings: Settings, file: Settings, replace: boolean): Draft {
  const gone = replace ? [...settings.keys()].filter((name) => !file.has(name)) : [];
  const written = [...file].filter(([name, value]) => settings.get(name) !== value);
  return new Map<string, string | null>([...gone.map((name) => [name, null] as const), ...written]);
}

export const exported = (settings: Settings): string =>
  `${JSON.stringify(Object.fromEntries([...settings].sort()), null, 2)}\n`;

/** Reads an exported file, or a configuration file with lines `name=value`. Undefined for anything else. */
export function imported(text: string): Settings | undefined {
  try {
    return allSettings.read(text.trimStart().startsWith("{") ? parseJson(text) : ofLines(text));
  } catch {
    return undefined;
  }
}

function ofLines(text: string): { readonly [name: string]: string } {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      if (at === -1) throw new SyntaxError("a line without =");
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}
