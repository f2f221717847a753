import { parseJson } from "@pilothouse/protocol";
import { Conflict, type FleetState } from "./state.js";

/** Reads a key as the JSON that it holds. */
export async function readDocument<T>(state: FleetState, key: string): Promise<T | undefined> {
  const stored = await state.get(key);
  return stored === undefined ? undefined : parsed<T>(key, stored.text);
}

export async function listDocuments<T>(state: FleetState, prefix: string): Promise<ReadonlyMap<string, T>> {
  const stored = await state.list(prefix);
  return new Map([...stored].map(([key, { text }]) => [key.slice(prefix.length), parsed<T>(key, text)]));
}

const parsed = <T>(key: string, text: string): T => parseJson(text, { what: `the document ${key}` }) as T;

/** Leaves a key as it is. */
export const UNCHANGED = Symbol("unchanged");

/**
 * Changes what a key holds, and decides again when another write came first. `undefined` is a key that does not
 * exist. Resolves with what it then holds.
 */
export async function changeDocument<T>(
  state: FleetState,
  key: string,
  change: (now: T | undefined) => T | undefined | typeof UNCHANGED,
): Promise<T | undefined> {
  for (;;) {
    const stored = await state.get(key);
    const now = stored === undefined ? undefined : parsed<T>(key, stored.text);
    const next = change(now);
    if (next === UNCHANGED) return now;
    try {
      if (next !== undefined) await state.put(key, JSON.stringify(next), stored?.revision ?? 0);
      else if (stored !== undefined) await state.remove(key, stored.revision);
      return next;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}
