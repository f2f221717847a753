import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 15_000;

/**
 * Asks from time to time until somebody has accepted or refused the node: `ask` resolves with whether to ask again. The
 * result stops it, without a wait for a question that is under way: that may be what stops it.
 */
export function askUntilDecided(ask: () => Promise<boolean>, random: () => number): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const run = async () => {
    do await sleep((0.1 + random()) * EVERY_MS, undefined, { signal }).catch(() => {});
    while (!signal.aborted && (await ask().catch(() => true)));
  };
  void run();
  return () => closing.abort();
}
