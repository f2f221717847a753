import { errors } from "@nats-io/nats-core";

/** A server that does not answer in time may have more to do than it can: the next attempt waits longer. */
const BUSY_MS = 60_000;
/** A node that is refused asks less often: it may have been removed for good. */
const REFUSED = { first: 60_000, most: 300_000 } as const;

interface Lost {
  /** Attempts that failed since the last connection. */
  readonly failures: number;
  readonly reason: Error | undefined;
  readonly isRefused: boolean;
}

/**
 * The longest that a node waits before it dials again. While nothing listens, an attempt costs the server nothing,
 * so the time does not grow: when the server is back after an hour, all nodes are back after one jitter.
 */
export function longestDelay({ failures, reason, isRefused }: Lost, jitter: number): number {
  const doubled = (first: number, most: number) => Math.min(first * 2 ** Math.max(0, failures - 1), most);
  if (isRefused) return doubled(REFUSED.first, REFUSED.most);
  return reason instanceof errors.TimeoutError ? doubled(jitter, Math.max(BUSY_MS, jitter)) : jitter;
}
