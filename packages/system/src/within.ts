const LATE = Symbol("late");

/** The result of `work`, or of `late` when that takes longer than `ms`. The work itself continues. */
export async function within<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  try {
    const first = await Promise.race([work, enough]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}

interface Deadline {
  readonly ms: number;
  /** Ends the work sooner, with its own reason. */
  readonly signal: AbortSignal;
  /** The error when the time is over. */
  readonly late: (ms: number) => Error;
}

/**
 * The result of work that has a time limit for all of it. When the time is over, this rejects at once and the work's
 * signal is aborted.
 */
export async function beforeDeadline<T>(
  { ms, signal, late }: Deadline,
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  // AbortSignal.any and AbortSignal.timeout would do, but Node 20 can collect the pair before it fires.
  const deadline = new AbortController();
  const over = new Promise<never>((_resolve, reject) => {
    deadline.signal.addEventListener("abort", () => reject(deadline.signal.reason), { once: true });
  });
  const timer = setTimeout(() => deadline.abort(late(ms)), ms);
  const giveUp = () => deadline.abort(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([over, work(deadline.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}
