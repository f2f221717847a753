import { reason } from "@pilothouse/protocol";
import { RouterUnavailable } from "./port-errors.js";

/** A write that has waited this long is not begun: its caller is about to get a timeout error. */
export const WRITE_PATIENCE = 20_000;

/**
 * Runs one task after another. A task that has waited longer than its `patience`, in milliseconds, when its
 * turn comes is not run.
 */
export function serialQueue(): <T>(work: () => Promise<T>, patience?: number) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work, patience = Number.POSITIVE_INFINITY) => {
    const since = performance.now();
    const turn = last.then(() => {
      if (performance.now() - since <= patience) return work();
      throw new RouterUnavailable(reason("router.busy", { ms: patience }), "timeout");
    });
    last = turn.catch(() => {});
    return turn;
  };
}
