import { setTimeout as sleep } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import { NoRespondersError, RequestError, TimeoutError } from "@nats-io/nats-core";

const AGAIN_MS = 250;
/** A new leader is there within nine seconds; a server that starts again needs longer. */
const PATIENCE_MS = 30_000;

/** The shared state cannot be reached: the bus or its leader is away. Whether the write is there is not known. */
export class StateAway extends Error {
  override readonly name = "StateAway";
}

/** The servers of the bus have not agreed on the write yet. */
export class Undecided extends Error {
  override readonly name = "Undecided";
}

/** Repeats what fails only because the bus, or the leader of its servers, is away. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (performance.now() - began > PATIENCE_MS)
        throw new StateAway(`the bus does not keep what hubs share: ${(error as Error).message}`, {
          cause: error,
        });
      await sleep(AGAIN_MS);
    }
  }
}

const UNAVAILABLE = 503;

/**
 * While a cluster has no leader, writes time out, get no responder, or fail with the misleading
 * "jetstream is not enabled".
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof TimeoutError || error instanceof NoRespondersError || error instanceof Undecided)
    return true;
  if ((error as Error).name === "JetStreamNotEnabled") return true;
  if (error instanceof JetStreamApiError) return error.apiError().code === UNAVAILABLE;
  if (error instanceof RequestError) return error.isNoResponders() || isPassing(error.cause);
  return false;
}
