import { setTimeout as sleep } from "node:timers/promises";

/** Waits, or until the run is interrupted. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal && { signal }).catch(() => {});
