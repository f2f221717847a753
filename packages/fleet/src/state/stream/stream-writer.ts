import { randomUUID } from "node:crypto";
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type StoredMsg,
} from "@nats-io/jetstream";
import { headers } from "@nats-io/nats-core";
import { Conflict } from "../state.js";
import { STREAM } from "./bucket.js";
import { patiently, Undecided } from "./patience.js";

const ATTEMPT_MS = 3_000;

interface StreamWrite {
  readonly key: string;
  readonly subject: string;
  /** Undefined removes the key. */
  readonly text: string | undefined;
  /** The last write of the key that there must be; 0 for none. */
  readonly after: number;
}

/**
 * Writes, and repeats while the bus is away. Each write has an id of its own, so that one that went through although
 * its answer was lost is not refused as a conflict with itself. A server alone knows a repeat by it. A cluster looks
 * at the last write of the key first and refuses the repeat; and it answers one of a write that most servers do not
 * have yet with a sequence of 0.
 */
export async function writeToStream(js: JetStreamClient, write: StreamWrite): Promise<number> {
  const { key, subject, text, after } = write;
  const msgID = randomUUID();
  const removal = headers();
  removal.set("KV-Operation", "DEL");
  return patiently(async () => {
    try {
      const { seq } = await js.publish(subject, text ?? "", {
        ...{ msgID, timeout: ATTEMPT_MS, retries: 0, expect: { lastSubjectSequence: after } },
        ...(text === undefined && { headers: removal }),
      });
      if (seq > 0) return seq;
    } catch (error) {
      if (!isWrongSequence(error)) throw error;
      const last = await lastWrite(js, subject);
      if (last?.header.get("Nats-Msg-Id") === msgID) return last.seq;
      // Otherwise the leader has changed, and the new one does not know yet what the other knew.
      if ((last?.seq ?? 0) !== after) throw new Conflict(key);
    }
    throw new Undecided(`its servers have not agreed on a write of ${key}`);
  });
}

/** With its headers, which KV.get does not give. */
async function lastWrite(js: JetStreamClient, subject: string): Promise<StoredMsg | null> {
  const { streams } = await js.jetstreamManager(false);
  return streams.getMessage(STREAM, { last_by_subj: subject });
}

const isWrongSequence = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamWrongLastSequence ||
    error.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown);
