import { type JetStreamClient, jetstream } from "@nats-io/jetstream";
import type { KV, KvWatchEntry } from "@nats-io/kv";
import type { NatsConnection, QueuedIterator } from "@nats-io/transport-node";
import { putValue, readValue, type Store } from "@pilothouse/server";
import { BUCKET, countCopies, openBucket, spreadBucket } from "./bucket.js";
import { LocalCopy } from "./local-copy.js";
import { requireVersion } from "./server-version.js";
import { Conflict, type FleetState, type Kept } from "./state.js";
import { patiently, writeToStream } from "./stream-writer.js";

type Changed = (key: string, kept: Kept | undefined) => void;

/** Which bucket the hub's own copy is of. */
const IDENTITY = "fleet.stream";

interface Opening {
  /** To be closed by this state. */
  readonly connection: NatsConnection;
  readonly store: Store;
  readonly log: (message: string) => void;
}

/**
 * The state of a fleet, shared by several hubs: a bucket of JetStream. A write is answered when the bus has
 * acknowledged it and this hub's own store has it on disk. Reads are answered from memory, which follows the bucket.
 */
export class JetStreamState implements FleetState {
  /** Of keys that were removed the text is undefined: their revision is needed to write them again. */
  readonly #known = new Map<string, { readonly text: string | undefined; readonly revision: number }>();
  /** While everything is read: the keys that were there. */
  #loaded: Set<string> | undefined;
  readonly #watchers = new Map<Changed, string>();
  readonly #copy: LocalCopy;
  #watch: QueuedIterator<KvWatchEntry> | undefined;
  readonly #end = new AbortController();
  #spreading = false;

  private constructor(
    private readonly opening: Opening,
    private readonly kv: KV,
    private readonly js: JetStreamClient,
  ) {
    this.#copy = new LocalCopy(opening.store);
  }

  static async open(opening: Opening): Promise<JetStreamState> {
    const { connection } = opening;
    requireVersion(connection.info?.version);
    const kv = await patiently(() => openBucket(opening));
    const state = new JetStreamState(opening, kv, jetstream(connection));
    await patiently(() => state.#begin());
    state.#spread();
    void state.#checkAfterReconnects();
    return state;
  }

  async get(key: string): Promise<Kept | undefined> {
    const known = this.#known.get(key);
    return known?.text === undefined ? undefined : { text: known.text, revision: known.revision };
  }

  async put(key: string, text: string, revision: number): Promise<number> {
    return this.#write(key, text, revision);
  }

  async remove(key: string, revision: number): Promise<void> {
    if (revision === 0) throw new Conflict(key);
    await this.#write(key, undefined, revision);
  }

  async list(prefix: string): Promise<ReadonlyMap<string, Kept>> {
    const found: [string, Kept][] = [];
    for (const [key, { text, revision }] of this.#known)
      if (text !== undefined && key.startsWith(prefix)) found.push([key, { text, revision }]);
    return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  watch(prefix: string, changed: Changed): () => void {
    // A function of its own for each call: the same one may be given twice.
    const once: Changed = (key, kept) => changed(key, kept);
    this.#watchers.set(once, prefix);
    return () => void this.#watchers.delete(once);
  }

  get closed(): boolean {
    return this.#end.signal.aborted;
  }

  /** The server that leads the others, where there are several. */
  async leader(): Promise<string | undefined> {
    return (await this.kv.status()).streamInfo.cluster?.leader;
  }

  /** How many servers have all of it. */
  async copies(): Promise<number> {
    return countCopies(this.opening.connection);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.#end.abort();
    this.#watchers.clear();
    this.#watch?.stop();
    await this.opening.connection.close();
  }

  async #write(key: string, text: string | undefined, revision: number): Promise<number> {
    const known = this.#known.get(key);
    // A key that was removed has a last write too, which the server wants named.
    const after =
      revision === 0 && known !== undefined && known.text === undefined ? known.revision : revision;
    let written: number;
    try {
      written = await writeToStream(this.js, { key, subject: subjectOf(key), text, after });
    } catch (error) {
      if (error instanceof Conflict) await this.#look(key);
      throw error;
    }
    await this.#copy.add([{ key, text, revision: written }]);
    this.#apply(key, text, written);
    return written;
  }

  /** Another write came first: what that was is known before the caller decides again. */
  async #look(key: string): Promise<void> {
    try {
      const entry = await this.kv.get(encoded(key));
      if (entry !== null) this.#take(entry);
    } catch {
      // The watch brings it.
    }
  }

  #apply(key: string, text: string | undefined, revision: number): void {
    const known = this.#known.get(key);
    // After a loss the server counts from an earlier number on.
    if (this.#loaded === undefined && known !== undefined && known.revision >= revision) return;
    this.#loaded?.add(key);
    this.#known.set(key, { text, revision });
    if (text === undefined && known?.text === undefined) return;
    this.#notify(key, text === undefined ? undefined : { text, revision });
  }

  #notify(key: string, kept: Kept | undefined): void {
    for (const [changed, prefix] of this.#watchers) if (key.startsWith(prefix)) changed(key, kept);
  }

  #take(entry: Pick<KvWatchEntry, "key" | "operation" | "revision" | "string">): string {
    const key = decoded(entry.key);
    this.#apply(key, entry.operation === "PUT" ? entry.string() : undefined, entry.revision);
    return key;
  }

  /** Loads what the bucket holds, after what it has lost was put back. */
  async #begin(): Promise<void> {
    const { store } = this.opening;
    const { streamInfo } = await this.kv.status();
    const { last_seq, messages } = streamInfo.state;
    const identity = streamInfo.created;
    const ours = readValue(store, IDENTITY) === identity;
    // A new bucket takes what this hub had before it shared its state. One that others filled is theirs.
    if (ours || messages === 0) await this.#restore(last_seq);
    if (!ours) await store.write((db) => putValue(db, IDENTITY, identity));
    await this.#load();
    const kept = await this.list("");
    if (!ours) await this.#copy.replace(kept);
  }

  /** What this hub's copy has and the bus has lost, as after a power cut, is written again. */
  async #restore(last: number): Promise<void> {
    const lost = (await this.#copy.all()).filter(({ revision }) => revision > last);
    if (lost.length === 0) return;
    this.opening.log(`the bus has lost ${lost.length} writes, which are put back from this hub's own store`);
    for (const { key, text } of lost) {
      const entry = await this.kv.get(encoded(key));
      if (text === undefined && entry === null) continue;
      try {
        const write = { key, subject: subjectOf(key), text, after: entry?.revision ?? 0 };
        await this.#copy.add([{ key, text, revision: await writeToStream(this.js, write) }]);
      } catch (error) {
        // Another hub was faster.
        if (!(error instanceof Conflict)) throw error;
      }
    }
  }

  /** Reads everything; what was known before stays in sight meanwhile, and goes if the bucket has it no more. */
  async #load(): Promise<void> {
    const loaded = new Set<string>();
    this.#loaded = loaded;
    try {
      await this.#follow();
    } finally {
      this.#loaded = undefined;
    }
    for (const [key, { text }] of [...this.#known]) {
      if (loaded.has(key)) continue;
      this.#known.delete(key);
      if (text !== undefined) this.#notify(key, undefined);
    }
  }

  /** Follows the bucket; resolves when everything that is there now was read. */
  async #follow(): Promise<void> {
    this.#watch?.stop();
    const watch = await this.kv.watch();
    this.#watch = watch;
    const { values } = await this.kv.status();
    await new Promise<void>((resolve, reject) => {
      if (values === 0) resolve();
      const read = async () => {
        for await (const entry of watch) {
          const key = this.#take(entry);
          const { text, revision } = this.#known.get(key) ?? { text: undefined, revision: entry.revision };
          if (entry.isUpdate) await this.#copy.add([{ key, text, revision }]);
          if (entry.delta === 0) resolve();
        }
      };
      read().then(resolve, reject);
    });
  }

  #spread(): void {
    if (this.#spreading) return;
    this.#spreading = true;
    void spreadBucket(this.opening, this.#end.signal).then(() => {
      this.#spreading = false;
    });
  }

  /** If the bus came back without what it had acknowledged, begins again: what was lost is put back. */
  async #checkAfterReconnects(): Promise<void> {
    for await (const { type } of this.opening.connection.status()) {
      if (type !== "reconnect" || this.closed) continue;
      try {
        await patiently(() => openBucket(this.opening));
        this.#spread();
        const { streamInfo } = await this.kv.status();
        let newest = 0;
        for (const { revision } of this.#known.values()) newest = Math.max(newest, revision);
        if (streamInfo.state.last_seq < newest) await patiently(() => this.#begin());
      } catch (error) {
        this.opening.log(`the shared state cannot be checked: ${(error as Error).message}`);
      }
    }
  }
}

const subjectOf = (key: string): string => `$KV.${BUCKET}.${encoded(key)}`;

/** Keys of a bucket have few signs, and dots mean something else there. */
const encoded = (key: string): string =>
  key.replace(/[^\w/-]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `=${byte.toString(16).padStart(2, "0")}`).join(""),
  );

const decoded = (key: string): string =>
  key.replace(/(=[0-9a-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"));
