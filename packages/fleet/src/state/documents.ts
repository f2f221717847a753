import { parseJson } from "@pilothouse/protocol";
import { Conflict, type FleetState, type Stored } from "./state.js";

/** Reads a key as the JSON that it holds. */
export async function readDocument<T>(state: FleetState, key: string): Promise<T | undefined> {
  return (await readRevised<T>(state, key)).value;
}

export async function listDocuments<T>(state: FleetState, prefix: string): Promise<ReadonlyMap<string, T>> {
  const stored = await state.list(prefix);
  return new Map(
    [...stored].map(([key, one]) => [key.slice(prefix.length), documentIn(one, `the document ${key}`) as T]),
  );
}

/** `what` it is, for the error. */
export const documentIn = ({ text, document }: Stored, what: string): unknown =>
  document ?? parseJson(text, { what });

/** Leaves a key as it is. */
export const UNCHANGED = Symbol("unchanged");

/** The same, with its revision: 0 for a key that does not exist. */
export async function readRevised<T>(
  state: FleetState,
  key: string,
): Promise<{ readonly value: T | undefined; readonly revision: number }> {
  const stored = await state.get(key);
  const value = stored && (documentIn(stored, `the document ${key}`) as T);
  return { value, revision: stored?.revision ?? 0 };
}

/**
 * Changes what a key holds, and decides again when another write came first. `undefined` is a key that does not
 * exist. Resolves with what it then holds.
 */
export async function changeDocument<T>(
  state: FleetState,
  key: string,
  change: (now: T | undefined, revision: number) => T | undefined | typeof UNCHANGED,
): Promise<T | undefined> {
  for (;;) {
    const { value: now, revision } = await readRevised<T>(state, key);
    const next = change(now, revision);
    if (next === UNCHANGED) return now;
    try {
      if (next !== undefined) await state.put(key, JSON.stringify(next), revision);
      else if (now !== undefined) await state.remove(key, revision);
      return next;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
}
