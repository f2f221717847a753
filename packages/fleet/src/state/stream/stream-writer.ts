import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { JetStreamApiCodes, JetStreamApiError, type JetStreamClient } from "@nats-io/jetstream";
import { headers, NoRespondersError, RequestError, TimeoutError } from "@nats-io/transport-node";
import { Conflict } from "../state.js";

const ATTEMPT_MS = 3_000;
const AGAIN_MS = 250;
/** A new leader is there within nine seconds; a server that starts again needs longer. */
const PATIENCE_MS = 30_000;

/** The shared state cannot be reached: the bus or its leader is away. Whether the write is there is not known. */
export class StateAway extends Error {
  override readonly name = "StateAway";
}

export interface StreamWrite {
  readonly key: string;
  readonly subject: string;
  /** Undefined removes the key. */
  readonly text: string | undefined;
  /** The last write of the key that there must be; 0 for none. */
  readonly after: number;
}

/**
 * Writes, and repeats while the bus is away. Each write has a number of its own, by which the server knows a
 * repeat: one that went through although its answer was lost is not refused as a conflict with itself.
 */
export async function writeToStream(js: JetStreamClient, write: StreamWrite): Promise<number> {
  const { key, subject, text, after } = write;
  const msgID = randomUUID();
  const removal = headers();
  removal.set("KV-Operation", "DEL");
  try {
    const ack = await patiently(() =>
      js.publish(subject, text ?? "", {
        ...{ msgID, timeout: ATTEMPT_MS, retries: 0, expect: { lastSubjectSequence: after } },
        ...(text === undefined && { headers: removal }),
      }),
    );
    return ack.seq;
  } catch (error) {
    throw isWrongSequence(error) ? new Conflict(key) : error;
  }
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

const isWrongSequence = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamWrongLastSequence ||
    error.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown);

const UNAVAILABLE = 503;

/**
 * While a cluster has no leader, writes time out, get no responder, or fail with the misleading
 * "jetstream is not enabled".
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof TimeoutError || error instanceof NoRespondersError) return true;
  if ((error as Error).name === "JetStreamNotEnabled") return true;
  if (error instanceof JetStreamApiError) return error.apiError().code === UNAVAILABLE;
  if (error instanceof RequestError) return error.isNoResponders() || isPassing(error.cause);
  return false;
}
