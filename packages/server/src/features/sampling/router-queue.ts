import { RouterUnavailable } from "@pilothouse/drivers/port";
import { RpcError, reason } from "@pilothouse/protocol";
import { within } from "@pilothouse/system";

const MOST_WAITING = 256;
/** More than any router takes that answers at all; drivers give up sooner. */
const LONGEST_MS = 30_000;

/**
 * The queue for calls that no snapshot can answer: settings, actions, the router's own statistics. Its length is
 * limited, so that callers do not pile up without limit when a router hangs.
 */
export class RouterQueue {
  #waiting = 0;

  constructor(
    readonly most = MOST_WAITING,
    readonly longestMs = LONGEST_MS,
  ) {}

  /** Takes a place in the routerQueue, or throws when there is none. To be left once, by calling what is returned. */
  enter(): () => void {
    if (this.#waiting >= this.most) throw new RpcError("refused", reason("router.queue"), 1);
    this.#waiting++;
    return () => {
      this.#waiting--;
    };
  }

  /** For what takes as long as it takes. */
  async stay<T>(work: () => Promise<T>): Promise<T> {
    const leave = this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** The caller gets an error when it takes too long; the place is free only when the work is done. */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    return within(this.longestMs, this.stay(work), () => {
      throw new RouterUnavailable(reason("router.slow", { ms: this.longestMs }), "timeout");
    });
  }
}
