import { type AuditEntry, moreChanges, shownSetting } from "@pilothouse/protocol";

/** A value that changed: null where there was none, or is none any more. */
export type Change = AuditEntry["details"][number];

type Values = ReadonlyMap<string, string | null>;

/** Entries have a size limit: long values are cut, and of a long list only the first values are kept. */
const LONGEST_VALUE = 200;
const MOST = 50;

/** What differs between two states, in the order of the names, fit to be kept and shown. */
export function changesBetween(before: Values, after: Values): Change[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changed = names.filter((name) => (before.get(name) ?? null) !== (after.get(name) ?? null));
  const shown = changed.slice(0, MOST).map((name) => ({
    name,
    old: fitToShow(name, before.get(name)),
    new: fitToShow(name, after.get(name)),
  }));
  const more = changed.length - shown.length;
  return more === 0 ? shown : [...shown, { name: moreChanges(more), old: null, new: null }];
}

function fitToShow(name: string, value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const shown = shownSetting(name, value);
  return shown.length > LONGEST_VALUE ? `${shown.slice(0, LONGEST_VALUE)}…` : shown;
}
