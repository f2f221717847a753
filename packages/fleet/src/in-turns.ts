import { setImmediate as turn } from "node:timers/promises";

/** Others wait no longer than this, and the time that one thing takes. */
const TURN_MS = 5;

/** Goes through many things and lets others have their turn in between. */
export async function* inTurns<T>(items: Iterable<T>): AsyncIterable<T> {
  let since = performance.now();
  for (const item of items) {
    if (performance.now() - since >= TURN_MS) {
      await turn();
      since = performance.now();
    }
    yield item;
  }
}

/** So many are sorted at a time. */
const RUN = 1_000;

/**
 * Sorts many things by a value of each, which is read once, and lets others have their turn in between. Equal ones stay
 * in the order they have.
 */
export async function sortedInTurns<T, V>(
  items: readonly T[],
  read: (item: T) => V,
  order: (one: V, other: V) => number,
): Promise<T[]> {
  type Valued = { readonly item: T; readonly value: V };
  let runs: (readonly Valued[])[] = [];
  const starts = Array.from({ length: Math.ceil(items.length / RUN) }, (_, index) => index * RUN);
  for await (const at of inTurns(starts))
    runs.push(items.slice(at, at + RUN).map((item) => ({ item, value: read(item) })));
  for (;;) {
    const sorted: Valued[][] = [];
    // Two runs that are sorted are only merged by this.
    for await (const run of inTurns(runs)) sorted.push(run.toSorted((a, b) => order(a.value, b.value)));
    if (sorted.length <= 1) return (sorted[0] ?? []).map(({ item }) => item);
    runs = sorted.flatMap((run, index) => (index % 2 === 0 ? [run.concat(sorted[index + 1] ?? [])] : []));
  }
}
