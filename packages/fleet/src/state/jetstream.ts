import { type JetStreamClient, jetstream } from "@nats-io/jetstream";
import type { KV, KvWatchEntry } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/nats-core";
import { putValue, readValue, type Store } from "@pilothouse/server";
import { requireStreams } from "../broker/program.js";
import { Conflict, type FleetState, type Stored } from "./state.js";
import { countCopies, openBucket, spreadBucket } from "./stream/bucket.js";
import { decoded, encoded, subjectOf } from "./stream/bucket-keys.js";
import { Follower } from "./stream/follower.js";
import { type CopiedWrite, LocalCopy } from "./stream/local-copy.js";
import { patiently } from "./stream/patience.js";
import { RegularCheck } from "./stream/regular-check.js";
import { writeToStream } from "./stream/stream-writer.js";

type KvEntry = Pick<KvWatchEntry, "key" | "operation" | "revision" | "string">;
type NumberedWrite = Pick<CopiedWrite, "key" | "text" | "revision">;
type Changed = (key: string, stored: Stored | undefined) => void;

/** Which bucket the hub's own copy is of. */
const IDENTITY = "fleet.stream";
/** How often a hub checks that it has received everything. */
const CHECK_MS = 5_000;

interface Opening {
  /** To be closed by this state. */
  readonly connection: NatsConnection;
  readonly store: Store;
  readonly log: (message: string) => void;
  readonly checkMs?: number;
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
  readonly #follower: Follower;
  readonly #end = new AbortController();
  #spreading = false;
  #check: RegularCheck | undefined;

  private constructor(
    private readonly opening: Opening,
    private readonly kv: KV,
    private readonly js: JetStreamClient,
  ) {
    this.#copy = new LocalCopy(opening.store);
    this.#follower = new Follower(kv, {
      take: (entry, isNew) => this.#receive(entry, isNew),
      failed: ({ message }) =>
        this.closed || opening.log(`an update of the shared state cannot be stored: ${message}`),
    });
  }

  static async open(opening: Opening): Promise<JetStreamState> {
    const { connection } = opening;
    requireStreams(connection.info?.version);
    const kv = await patiently(() => openBucket(opening));
    const state = new JetStreamState(opening, kv, jetstream(connection));
    await patiently(() => state.#begin());
    state.#spread();
    state.#keepChecking();
    return state;
  }

  async get(key: string): Promise<Stored | undefined> {
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

  async list(prefix: string): Promise<ReadonlyMap<string, Stored>> {
    const found: [string, Stored][] = [];
    for (const [key, { text, revision }] of this.#known)
      if (text !== undefined && key.startsWith(prefix)) found.push([key, { text, revision }]);
    return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  watch(prefix: string, changed: Changed): () => void {
    // A function of its own for each call: the same one may be given twice.
    const once: Changed = (key, stored) => changed(key, stored);
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
    this.#follower.stop();
    this.#check?.end();
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

  #notify(key: string, stored: Stored | undefined): void {
    for (const [changed, prefix] of this.#watchers) if (key.startsWith(prefix)) changed(key, stored);
  }

  #take(entry: KvEntry): string {
    const key = decoded(entry.key);
    this.#apply(key, textOf(entry), entry.revision);
    return key;
  }

  async #receive(entry: KvEntry, isNew: boolean): Promise<void> {
    const key = this.#take(entry);
    const { text, revision } = this.#known.get(key) ?? { text: undefined, revision: entry.revision };
    if (isNew) await this.#copy.add([{ key, text, revision }]);
  }

  /** Loads what the bucket holds, after what it has lost was put back. */
  async #begin(): Promise<void> {
    const { store } = this.opening;
    const { streamInfo } = await this.kv.status();
    const { messages } = streamInfo.state;
    const identity = streamInfo.created;
    const ours = readValue(store, IDENTITY) === identity;
    // A new bucket takes what this hub had before it shared its state. One that others filled is theirs.
    if (ours || messages === 0) await this.#restore();
    if (!ours) await store.write((db) => putValue(db, IDENTITY, identity));
    await this.#load();
    if (ours) await this.#copy.catchUp(this.#known);
    else await this.#copy.replace(await this.list(""));
  }

  /** What this hub's copy has and the bus has lost, as after a power cut, is written again. */
  async #restore(): Promise<void> {
    const writes = await this.#copy.all();
    if (await this.#has(writes.at(-1))) return;
    const there = await this.#follower.look();
    const lost = writes.filter((write) => isLost(write, there.get(encoded(write.key))));
    if (lost.length === 0) return;
    this.opening.log(`the bus has lost ${lost.length} writes, which are put back from this hub's own store`);
    for (const { key, text } of lost) {
      try {
        const write = { key, subject: subjectOf(key), text, after: there.get(encoded(key))?.revision ?? 0 };
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
      await this.#follower.readAll();
    } finally {
      this.#loaded = undefined;
    }
    for (const [key, { text }] of [...this.#known]) {
      if (loaded.has(key)) continue;
      this.#known.delete(key);
      if (text !== undefined) this.#notify(key, undefined);
    }
  }

  #spread(): void {
    if (this.#spreading) return;
    this.#spreading = true;
    void spreadBucket(this.opening, this.#end.signal).then(() => {
      this.#spreading = false;
    });
  }

  #keepChecking(): void {
    const { connection, log, checkMs = CHECK_MS } = this.opening;
    let before = 0;
    this.#check = new RegularCheck(connection, {
      everyMs: checkMs,
      check: async (reconnected) => {
        await (reconnected ? this.#checkAfterReconnect() : this.#checkFollower(before));
        before = this.#follower.revision;
      },
      failed: ({ message }) => log(`the shared state cannot be checked: ${message}`),
    });
  }

  async #lastRevision(): Promise<number> {
    return (await this.kv.status()).streamInfo.state.last_seq;
  }

  /**
   * If the bus came back without what it had acknowledged, begins again: what was lost is put back. Otherwise asks
   * again for what was sent while the connection was down.
   */
  async #checkAfterReconnect(): Promise<void> {
    await patiently(() => openBucket(this.opening));
    this.#spread();
    let newest: NumberedWrite | undefined;
    for (const [key, { text, revision }] of this.#known)
      if (revision > (newest?.revision ?? 0)) newest = { key, text, revision };
    if (await this.#has(newest)) await this.#follower.resume();
    else await patiently(() => this.#begin());
  }

  /**
   * Whether the bus still has this write under its revision. The bus's last revision does not tell whether it has lost
   * something: other hubs may have written as much again.
   */
  async #has(write: NumberedWrite | undefined): Promise<boolean> {
    if (write === undefined) return true;
    const { key, text, revision } = write;
    const entry = await this.kv.get(encoded(key), { revision });
    return entry !== null && textOf(entry) === text;
  }

  /**
   * The server that sends updates to this hub may be another one than it is connected to. If that one is killed, this
   * hub hears nothing of it, and the client library notices only after a minute. It never notices the loss of the
   * last update before a pause.
   */
  async #checkFollower(before: number): Promise<void> {
    const { revision } = this.#follower;
    if (revision === before && (await this.#lastRevision()) > revision) await this.#follower.resume();
  }
}

const textOf = (entry: KvEntry): string | undefined =>
  entry.operation === "PUT" ? entry.string() : undefined;

/** What the bus has under the key is what this write replaced, or older. Later writes of other hubs count. */
const isLost = ({ text, replaced }: CopiedWrite, there: KvEntry | undefined): boolean =>
  there === undefined ? text !== undefined : there.revision <= replaced;
