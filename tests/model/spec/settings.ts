import { withSettings } from "../port/driver.js";
import type { Config } from "../port/system.js";
import { CODES, happened, type Outcome, refused, type State, stored } from "./model.js";
import { namesPutBack, nameValues } from "./names.js";
import { isAtRest } from "./router.js";
import { tunnelsPutBack, tunnelValues } from "./tunnels.js";

/** A change of the router's settings, as it is on record. */
export interface Change {
  /** Known from the service; undefined until it was seen there. */
  readonly id?: number;
  readonly part: "network" | "advanced" | "tunnels" | "names";
  readonly undoes: readonly number[];
  readonly by: "caller" | "budget";
  /** The network settings that were written: others may have changed with them, and follow from the configuration. */
  readonly keys: readonly string[];
  readonly before: Config;
  readonly after: Config;
}

const NONE: ReadonlyMap<string, readonly [string | null, string | null]> = new Map();

/** What differs, by name. */
export function differences(
  before: Config,
  after: Config,
): ReadonlyMap<string, readonly [string | null, string | null]> {
  if (before === after) return NONE;
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return new Map(
    names.flatMap((name) => {
      const [old, now] = [before.get(name) ?? null, after.get(name) ?? null];
      return old === now ? [] : [[name, [old, now]] as const];
    }),
  );
}

/** The configuration becomes this: all of it, with a record and an event, or nothing of it. */
export function saved(
  state: State,
  after: Config,
  { part, undoes = [], by = "caller", keys = [] }: Pick<Change, "part"> & Partial<Change>,
): Outcome {
  const { saved: before } = state;
  const next = { ...state, saved: after, running: takenOver(state, after) };
  if (differences(before, after).size === 0) return stored(state, next);
  const changes = [...state.changes, { part, undoes, by, keys, before, after }];
  return stored(state, happened({ ...next, changes }, "settings.saved"));
}

/** What the router runs with after this was saved; nobody knows where it may have been about to start or end. */
function takenOver(state: State, after: Config): Config | undefined {
  const { driver, running, router } = state;
  const taken = running && driver.takesOver?.(after, running);
  if (running === undefined || taken === undefined || differences(running, taken).size === 0) return running;
  if (!isAtRest(state) || router.hungSince !== undefined) return undefined;
  return router.seen.phase === "running" ? taken : running;
}

export const networkSaved = (state: State, network: ReadonlyMap<string, string>): Outcome =>
  saved(state, state.driver.writes(state.saved, network), { part: "network", keys: [...network.keys()] });

export const advancedSaved = (state: State, replace: Config | undefined, set: Config): Outcome =>
  saved(state, withSettings(replace ?? state.saved, set), { part: "advanced" });

/** Somebody has changed the router's file: the service reads it, and has no record of it. */
export const edited = (state: State, change: Iterable<readonly [string, string | null]>): State => ({
  ...state,
  saved: withSettings(state.saved, change),
  applying: state.applying && { ...state.applying, isDisturbed: true },
});

/** What is to be put back of these changes, and whether any of it was changed again since. */
export function goingBack(state: State, changes: readonly Change[], part: Change["part"]) {
  const first = new Map<string, string | null>();
  const last = new Map<string, string | null>();
  for (const { before, after } of changes)
    for (const [name, [old, now]] of differences(before, after)) {
      if (!first.has(name)) first.set(name, old);
      last.set(name, now);
    }
  const present = valuesOf(state, part);
  const now = (name: string) => present.get(name) ?? null;
  const wanted = [...first].filter(([name, old]) => old !== last.get(name) && old !== now(name));
  return { wanted, isConflict: wanted.some(([name]) => now(name) !== last.get(name)) };
}

/**
 * Puts back what these changes, the oldest first, came to together, and nothing else. A setting that was changed again
 * since is not put back unless that is forced: then nothing is.
 */
export function undone(
  state: State,
  changes: readonly Change[],
  part: Change["part"],
  force: boolean,
): Outcome {
  const { wanted, isConflict } = goingBack(state, changes, part);
  if (isConflict && !force) return refused(state, CODES.invalidParams);
  if (wanted.length === 0) return { state };
  const undoes = changes.flatMap(({ id }) => id ?? []);
  if (part === "tunnels") return tunnelsPutBack(state, wanted, undoes);
  if (part === "names") return namesPutBack(state, wanted, undoes);
  const keys = keysIn(state, changes);
  return saved(state, withSettings(state.saved, wanted), { part, undoes, keys });
}

/** What a part of the record is about, as it is now. */
export function valuesOf(state: State, part: Change["part"]): Config {
  if (part === "names") return nameValues(state.services);
  return part === "tunnels" ? tunnelValues(state.services.tunnels) : state.saved;
}

/** The network settings that these changes are on record with: not those that were saved as they were. */
export function keysIn({ driver }: State, changes: readonly Change[]): readonly string[] {
  const value = (config: Config, key: string) => driver.shows(config).get(key) ?? null;
  return [...new Set(changes.flatMap(({ keys }) => keys))].filter((key) => {
    const listed = changes.filter(
      ({ keys, before, after }) => keys.includes(key) && value(before, key) !== value(after, key),
    );
    const [first, last] = [listed.at(0), listed.at(-1)];
    return first && last && value(first.before, key) !== value(last.after, key);
  });
}
