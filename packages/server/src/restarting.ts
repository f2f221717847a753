import { resolve } from "node:path";
import { within } from "@pilothouse/system";
import type { Actor } from "./audit/audit.js";
import { commitSwap, failSwap, type Staged, undoSwap } from "./features/backup/swap/swap.js";
import type { Log } from "./log.js";
import type { Service } from "./service.js";

interface Restarted {
  /** Makes the service again: one that was stopped does not start a second time. */
  readonly make: () => Promise<Service>;
  readonly dataDir: string;
  readonly log: Log;
  /** Ends the start early. */
  readonly signal?: AbortSignal;
  readonly longestStopMs?: number;
}

/** Something hangs: nobody would be answered until somebody ends the process. */
const LONGEST_STOP_MS = 30_000;

/** Starts a service. If it cannot start with what was restored, it starts with what was there before. */
export async function startRestored({ make, dataDir, log, signal }: Restarted): Promise<Service> {
  const service = await make();
  try {
    await service.start(signal);
    return service;
  } catch (error) {
    if (signal?.aborted || !undoSwap(resolve(dataDir), (error as Error).message)) throw error;
    log.error({ err: error }, "the service cannot start with the backup that was restored, and goes back");
    const before = await make();
    await before.start(signal);
    return before;
  }
}

/** Stops a service, and starts it with what is staged. */
export async function restartWith(
  service: Service,
  staged: Staged,
  by: Actor,
  restarted: Restarted,
): Promise<Service> {
  const { dataDir, log, longestStopMs = LONGEST_STOP_MS } = restarted;
  const directory = resolve(dataDir);
  const failed = (error: unknown) => {
    log.error({ err: error }, "the backup could not be restored");
    try {
      failSwap(staged, directory, (error as Error).message, by);
    } catch (cause) {
      // The log alone says it then: a service that stays away would be worse.
      log.error({ err: cause }, "and that cannot be kept for the record");
    }
  };
  log.info("the service restarts to restore a backup");
  try {
    await within(longestStopMs, service.stop(), () => {
      throw new Error("the service did not end in time");
    });
  } catch (error) {
    // It may still have the store open, so that only another process can go on.
    failed(error);
    throw error;
  }
  try {
    commitSwap(staged, directory, by);
  } catch (error) {
    failed(error);
  }
  return startRestored(restarted);
}
