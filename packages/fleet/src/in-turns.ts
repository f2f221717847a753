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
