import { within } from "./within.js";

/**
 * Asks with one request at a time and waits at most `ms`; after that, or when asking fails, the last known answer is
 * used. Failures are not passed on: a router that does not answer is reported elsewhere.
 */
export function lastKnown<T>(ms: number, ask: () => Promise<T>): () => Promise<T | undefined> {
  let last: T | undefined;
  let asking: Promise<void> | undefined;
  return async () => {
    asking ??= ask()
      .then(
        (answer) => {
          last = answer;
        },
        () => {},
      )
      .finally(() => {
        asking = undefined;
      });
    await within(ms, asking, () => {});
    return last;
  };
}
