import {
  METHODS,
  type SettingConflict,
  type SettingDifference,
  type SettingPart,
  shownSetting,
  wireKey,
} from "@pilothouse/protocol";
import type { KeptChange } from "./change-log.js";

export type Values = ReadonlyMap<string, string | null>;

/** What differs between two states, in the order of the names. */
export function differencesBetween(before: Values, after: Values): SettingDifference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    const [old, now] = [before.get(name) ?? null, after.get(name) ?? null];
    return old === now ? [] : [{ name, old, new: now }];
  });
}

/** What several changes, the oldest first, come to together; what they undid among themselves is none. */
export function together(changes: readonly Pick<KeptChange, "differences">[]): SettingDifference[] {
  const first = new Map<string, string | null>();
  const last = new Map<string, string | null>();
  for (const { name, old, new: now } of changes.flatMap(({ differences }) => differences)) {
    if (!first.has(name)) first.set(name, old);
    last.set(name, now);
  }
  return differencesBetween(first, last);
}

export interface UndoPlan {
  /** From what is there now to what was there before. */
  readonly differences: readonly SettingDifference[];
  /** What was changed again since, so that more than the changes themselves would be undone. */
  readonly conflicts: readonly SettingConflict[];
}

/** How to undo what changes came to, given what is there now and the changes that came later, the oldest first. */
export function undoPlan(
  undone: readonly SettingDifference[],
  now: Values,
  later: readonly Pick<KeptChange, "id" | "differences">[],
): UndoPlan {
  const differences = differencesBetween(
    now,
    new Map([...now, ...undone.map((one) => [one.name, one.old] as const)]),
  );
  const touched = new Set(differences.map(({ name }) => name));
  const conflicts = undone.flatMap(({ name, new: wanted }) => {
    const is = now.get(name) ?? null;
    if (!touched.has(name) || is === wanted) return [];
    const by = later.findLast((change) => change.differences.some((one) => one.name === name));
    return [{ name, wanted, now: is, change: by?.id ?? null }];
  });
  return { differences, conflicts };
}

/** A name as the interface spells it; an advanced setting has the name that the router gave it. */
export const nameOnWire = (part: SettingPart, name: string): string =>
  part === "network" ? wireKey(METHODS.NetworkSetting, name) : name;

export const shownDifference = (part: SettingPart, { name, old, new: now }: SettingDifference) => ({
  name: nameOnWire(part, name),
  old: shownSetting(name, old),
  new: shownSetting(name, now),
});

export const shownConflict = (part: SettingPart, { name, wanted, now, change }: SettingConflict) => ({
  name: nameOnWire(part, name),
  wanted: shownSetting(name, wanted),
  now: shownSetting(name, now),
  change,
});
