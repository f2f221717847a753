import { RouterUnavailable } from "./port-errors.js";

/** A write that has waited so long is not begun: whoever asked for it is about to be told that it failed. */
export const WRITE_PATIENCE = 20_000;

/**
 * Does one thing after another: whatever comes while something is under way waits for it. What has
 * waited longer than its `patience`, in milliseconds, when its turn comes is given up.
 */
export function serialQueue(): <T>(work: () => Promise<T>, patience?: number) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work, patience = Number.POSITIVE_INFINITY) => {
    const since = performance.now();
    const turn = last.then(() => {
      if (performance.now() - since <= patience) return work();
      throw new RouterUnavailable(
        `The router was busy for over ${patience} ms with what came before; nothing was changed`,
        "timeout",
      );
    });
    last = turn.catch(() => {});
    return turn;
  };
}
