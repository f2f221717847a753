import { each, type FleetState, type Stored } from "./state.js";

/**
 * Everything below a prefix, and from then on every change of it. They come in order: revisions are not compared,
 * because those of a state that was put back after a loss begin anew. Resolves, when everything was taken, with what
 * ends it.
 */
export async function follow(
  state: FleetState,
  prefix: string,
  take: (key: string, stored: Stored | undefined) => void,
): Promise<() => void> {
  /** What changes while the list is made is newer than the list. */
  let changed: Set<string> | undefined = new Set();
  const end = state.watch(prefix, (key, stored) => {
    changed?.add(key);
    take(key, stored);
  });
  await each(state, prefix, (key, stored) => {
    if (changed?.has(key) !== true) take(key, stored);
  });
  changed = undefined;
  return end;
}
