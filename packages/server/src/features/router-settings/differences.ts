import {
  METHODS,
  NETWORK_KEYS,
  type SettingConflict,
  type SettingDifference,
  type SettingPart,
  shownSetting,
  wireKey,
} from "@pilothouse/protocol";
import { differencesBetween, type Values } from "../../audit/changes.js";
import { shownDestination } from "../../audit/recorded-names.js";
import type { StoredChange } from "./change-log.js";

/** What several changes, the oldest first, come to together; what they undid among themselves is none. */
export function together(changes: readonly Pick<StoredChange, "differences">[]): SettingDifference[] {
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
  later: readonly Pick<StoredChange, "id" | "differences">[],
): UndoPlan {
  const differences = differencesBetween(
    now,
    new Map([...now, ...undone.map((one) => [one.name, one.old] as const)]),
  );
  const touched = new Set(differences.map(({ name }) => name));
  // Two network settings can be one of the router's: what was written by one name is on record for the other too.
  const isLeftAs = (is: string | null) =>
    undone.some(
      ({ name, new: left }) => !isNetworkKey(name) && left === is && (now.get(name) ?? null) === is,
    );
  const conflicts = undone.flatMap(({ name, new: wanted }) => {
    const is = now.get(name) ?? null;
    if (!touched.has(name) || is === wanted || (isNetworkKey(name) && isLeftAs(is))) return [];
    const by = later.findLast((change) => change.differences.some((one) => one.name === name));
    return [{ name, wanted, now: is, change: by?.id ?? null }];
  });
  return { differences, conflicts };
}

export const isNetworkKey = (name: string): boolean => (NETWORK_KEYS as readonly string[]).includes(name);

/**
 * A name as the interface spells it; an advanced setting has the name that the router gave it. A change of network
 * settings has both: what it changed in the router's configuration is part of it.
 */
export const nameOnWire = (part: SettingPart, name: string): string =>
  part === "network" && isNetworkKey(name) ? wireKey(METHODS.NetworkSetting, name) : name;

/** Network settings first; then what says more than those of the router's configuration. */
function essential<T extends { readonly name: string }>(
  list: readonly T[],
  isSame: (a: T, b: T) => boolean,
): T[] {
  const keys = list.filter(({ name }) => isNetworkKey(name));
  return [...keys, ...list.filter((one) => !isNetworkKey(one.name) && !keys.some((key) => isSame(key, one)))];
}

export const essentialDifferences = (part: SettingPart, list: readonly SettingDifference[]) =>
  part === "network" ? essential(list, (a, b) => a.old === b.old && a.new === b.new) : list;

export const essentialConflicts = (part: SettingPart, list: readonly SettingConflict[]) =>
  part === "network" ? essential(list, (a, b) => a.wanted === b.wanted && a.now === b.now) : list;

/** A value that is fit to be shown. */
export const shownValue = <V extends string | null>(part: SettingPart, name: string, value: V) =>
  part === "names" ? shownDestination(value) : shownSetting(name, value);

/** Fit to be shown. */
export const shownDifferences = (part: SettingPart, differences: readonly SettingDifference[]) =>
  essentialDifferences(part, differences).map(({ name, old, new: now }) => ({
    name: nameOnWire(part, name),
    old: shownValue(part, name, old),
    new: shownValue(part, name, now),
  }));

export const shownConflicts = (part: SettingPart, conflicts: readonly SettingConflict[]) =>
  essentialConflicts(part, conflicts).map(({ name, wanted, now, change }) => ({
    name: nameOnWire(part, name),
    wanted: shownValue(part, name, wanted),
    now: shownValue(part, name, now),
    change,
  }));
