import { type ReasonCode, reason } from "@pilothouse/protocol";
import { RouterUnavailable } from "./port-errors.js";

/** A write that has waited this long is not begun: its caller is about to get a timeout error. */
export const WRITE_PATIENCE = 20_000;

/** Why others had to wait for a task, where that can be said. */
type Busy = Extract<ReasonCode, "router.busy" | "tunnel.busy" | "tunnel.namesBusy">;

/**
 * Runs one task after another. A task that has waited longer than its `patience`, in milliseconds, when its
 * turn comes is not run, and is told what was done instead.
 */
export function serialQueue(): <T>(work: () => Promise<T>, patience?: number, busy?: Busy) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let done: Busy = "router.busy";
  return (work, patience = Number.POSITIVE_INFINITY, busy = "router.busy") => {
    const since = performance.now();
    const turn = last.then(() => {
      if (performance.now() - since > patience)
        throw new RouterUnavailable(reason(done, { ms: patience }), "timeout");
      done = busy;
      return work();
    });
    last = turn.catch(() => {});
    return turn;
  };
}
