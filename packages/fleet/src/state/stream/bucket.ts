import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/nats-core";
import { isPassing } from "./patience.js";

export const BUCKET = "pilothouse";
export const STREAM = `KV_${BUCKET}`;
const COPIES = 3;
const AGAIN_MS = 5_000;

interface Bus {
  readonly connection: NatsConnection;
  readonly log: (message: string) => void;
}

/** With a copy on three servers if there are three, so that one may be lost. */
export async function openBucket({ connection, log }: Bus): Promise<KV> {
  const kvm = new Kvm(connection);
  // Reads are answered by the leader: another server may be behind, and what it lacks would count as lost.
  const options = { history: 1, storage: "file", allow_direct: false } as const;
  await jetstreamManager(connection);
  if (!isCluster(connection)) return kvm.create(BUCKET, { ...options, replicas: 1 });
  try {
    return await kvm.create(BUCKET, { ...options, replicas: COPIES });
  } catch (error) {
    if (isPassing(error)) throw error;
    const bucket = await kvm.create(BUCKET, { ...options, replicas: 1 });
    log(
      `the state is kept on one server only: ${(error as Error).message}; it is copied to three as soon as there are three`,
    );
    return bucket;
  }
}

/** How many servers have all of it. */
export async function countCopies(connection: NatsConnection): Promise<number> {
  const { cluster } = await (await jetstreamManager(connection)).streams.info(STREAM);
  return 1 + (cluster?.replicas ?? []).filter(({ current }) => current).length;
}

/**
 * Copies the bucket to three servers as soon as there are three: a cluster that has just started does not know all
 * its servers yet, and a bucket that was made on one server stays there unless it is changed.
 */
export async function spreadBucket({ connection, log }: Bus, signal: AbortSignal): Promise<void> {
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  for (let wasOnOne = false; isCluster(connection) && !signal.aborted; ) {
    try {
      const { config } = await streams.info(STREAM);
      if (config.num_replicas < COPIES) {
        wasOnOne = true;
        await streams.update(STREAM, { num_replicas: COPIES });
      } else if (!wasOnOne) return;
      else if ((await countCopies(connection)) === COPIES) {
        log("the state is kept on three servers now");
        return;
      }
    } catch {
      // The bus is away, or has fewer than three servers. Either may change.
    }
    await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

const isCluster = (connection: NatsConnection): boolean => connection.info?.cluster !== undefined;
