import { type AuditEntry, moreChanges, type SettingDifference, shownSetting } from "@pilothouse/protocol";

/** A value that changed: null where there was none, or is none any more. */
export type Change = AuditEntry["details"][number];

export type Values = ReadonlyMap<string, string | null>;

/** What differs between two states, in the order of the names, as it is: secrets too. */
export function differencesBetween(before: Values, after: Values): SettingDifference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    const [old, now] = [before.get(name) ?? null, after.get(name) ?? null];
    return old === now ? [] : [{ name, old, new: now }];
  });
}

/** Entries have a size limit: long values are cut, and of a long list only the first values are kept. */
const LONGEST_VALUE = 200;
const MOST = 50;

/** The first of them, for people. */
export const listed = (names: readonly string[], most: number): string =>
  [...names.slice(0, most), ...(names.length > most ? [moreChanges(names.length - most)] : [])].join(", ");

/** What differs between two states, in the order of the names, fit to be kept and shown. */
export function changesBetween(before: Values, after: Values): Change[] {
  const changed = differencesBetween(before, after);
  const shown = changed.slice(0, MOST).map(({ name, old, new: now }) => ({
    name,
    old: fitToShow(name, old),
    new: fitToShow(name, now),
  }));
  const more = changed.length - shown.length;
  return more === 0 ? shown : [...shown, { name: moreChanges(more), old: null, new: null }];
}

function fitToShow(name: string, value: string | null): string | null {
  if (value === null) return null;
  const shown = shownSetting(name, value);
  return shown.length > LONGEST_VALUE ? `${shown.slice(0, LONGEST_VALUE)}…` : shown;
}
