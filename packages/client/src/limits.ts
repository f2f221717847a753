import { ClientError } from "./client-error.js";

/** What every call takes as its last argument. */
export interface CallOptions {
  /** Milliseconds to wait for each answer of the server. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Timers count in 31 bits; more would fire at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * Runs `work` until the time is up or the caller aborts. The promise settles then, whether
 * `work` listens to its signal or not.
 */
export async function within<T>(
  { timeout, signal }: CallOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw aborted(signal);
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    const end = (error: ClientError) => {
      reject(error);
      stop.abort(error);
    };
    if (timeout !== undefined)
      timer = setTimeout(
        () => end(new ClientError("timeout", `no answer within ${timeout} ms`)),
        Math.min(timeout, LONGEST),
      );
    if (signal !== undefined) {
      onAbort = () => end(aborted(signal));
      signal.addEventListener("abort", onAbort, { once: true });
    }
  });
  try {
    return await Promise.race([stopped, work(stop.signal)]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
  }
}

const aborted = (signal: AbortSignal) =>
  new ClientError("aborted", "the caller gave up", { cause: signal.reason });
