import type { KV, KvWatchEntry } from "@nats-io/kv";
import type { QueuedIterator } from "@nats-io/nats-core";
import { StateAway } from "./patience.js";

const STOPPED = "the bus stopped sending what hubs share";

interface Following {
  /** Takes an entry. Of each key, what it holds when `isNew` is false was there before. */
  readonly take: (entry: KvWatchEntry, isNew: boolean) => Promise<void>;
  /** An entry could not be taken, so following has ended until `resume`. */
  readonly failed: (error: Error) => void;
}

/** Reads a bucket, and then each change of it, in the order of the revisions. */
export class Follower {
  #revision = 0;
  #watch: QueuedIterator<KvWatchEntry> | undefined;

  constructor(
    readonly kv: KV,
    readonly following: Following,
  ) {}

  /** The newest that was taken; everything before it was, too. */
  get revision(): number {
    return this.#revision;
  }

  /** Reads everything, and follows from there; resolves when everything that is there now was taken. */
  async readAll(): Promise<void> {
    const watch = await this.#replaceWatch({});
    this.#revision = 0;
    const { values } = await this.kv.status();
    await new Promise<void>((resolve, reject) => {
      if (values === 0) resolve();
      this.#read(watch, resolve).then(
        () => reject(new StateAway(STOPPED)),
        (error: Error) => {
          reject(error);
          this.following.failed(error);
        },
      );
    });
  }

  /** What the bucket holds now, as it is there; nothing of it is taken. */
  async look(): Promise<ReadonlyMap<string, KvWatchEntry>> {
    const found = new Map<string, KvWatchEntry>();
    if ((await this.kv.status()).values === 0) return found;
    for await (const entry of await this.kv.watch({})) {
      found.set(entry.key, entry);
      if (entry.delta === 0) return found;
    }
    throw new StateAway(STOPPED);
  }

  /** Continues after what was taken last. What the server sent after it may have been lost on the way. */
  async resume(): Promise<void> {
    const watch = await this.#replaceWatch({ resumeFromRevision: this.#revision + 1 });
    this.#read(watch).catch(this.following.failed);
  }

  stop(): void {
    this.#watch?.stop();
  }

  async #replaceWatch(from: { readonly resumeFromRevision?: number }): Promise<QueuedIterator<KvWatchEntry>> {
    const watch = await this.kv.watch(from);
    this.#watch?.stop();
    this.#watch = watch;
    return watch;
  }

  async #read(watch: QueuedIterator<KvWatchEntry>, upToDate?: () => void): Promise<void> {
    for await (const entry of watch) {
      await this.following.take(entry, upToDate === undefined || entry.isUpdate);
      if (this.#watch !== watch) return;
      this.#revision = entry.revision;
      if (entry.delta === 0) upToDate?.();
    }
  }
}
