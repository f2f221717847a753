import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type Clock, systemClock } from "@pilothouse/drivers/port";
import { hasStore, openFile } from "./opening/opening.js";
import { rollBack, type Sqlite } from "./sqlite.js";
import { StoreError } from "./store-error.js";
import { putValue, readValue } from "./values.js";

export { StoreError };

export const storeFile = (dataDir: string): string => join(dataDir, "pilothouse.db");

/** A stored value: how many writes the store has seen. Reading it again shows whether a commit succeeded. */
const COMMIT = "store.commit";
const commitNumber = (db: Sqlite): number => Number(readValue(db, COMMIT) ?? 0);

/** The error of a write when it is unknown whether it was saved. */
const UNKNOWN =
  "the disk failed in the middle of a write, and the change may turn out to be made or not made";
const NO_MORE = "nothing more is written to the store: check the disk, then restart the service";

type Change = (db: Sqlite) => void;
interface Settling {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
interface Waiting extends Settling {
  readonly change: Change;
}

/** What belongs in the commit of somebody else's change, such as its audit entry: both are on disk, or neither. */
export interface Alongside {
  /** Within the write, after the change. */
  insert(db: Sqlite): void;
  /** After the write. Not committed, nothing of it is there. */
  finish(isCommitted: boolean): void;
}
interface Copying extends Settling {
  readonly path: string;
}

/**
 * One SQLite file with one connection, locked for as long as it is open. A write resolves when it
 * is on disk; writes that arrive together share one commit, since each commit costs a sync. That is
 * waited for on another thread, so that a slow disk holds up only those who write.
 */
export class Store {
  readonly #db: Sqlite;
  #waiting: Waiting[] = [];
  #copies: Copying[] = [];
  #flush: Promise<void> | undefined;
  #committing: Promise<void> | undefined;
  /** The number of the last commit, as stored. */
  #number: number;
  /** Why writing has stopped. */
  #failure: StoreError | undefined;

  private constructor(db: Sqlite) {
    this.#db = db;
    this.#number = commitNumber(db);
  }

  static open(dataDir: string, clock: Clock = systemClock): Store {
    return new Store(openFile(dataDir, storeFile(dataDir), clock));
  }

  /** Whether a service has its store there. Nothing is opened: a running service never notices. */
  static isIn(dataDir: string): boolean {
    return hasStore(dataDir, storeFile(dataDir));
  }

  get(sql: string, ...values: Parameters<Sqlite["run"]>[1][]) {
    return this.#db.get(sql, ...values);
  }

  all(sql: string, ...values: Parameters<Sqlite["run"]>[1][]) {
    return this.#db.all(sql, ...values);
  }

  /** Waits until no commit is under way: until then SQLite would block the reading thread, and so every request. */
  async settled(): Promise<void> {
    await this.#committing;
  }

  /** Carries out a change; resolves when it is durable. A change that throws undoes only itself and what is alongside. */
  async write(change: Change, alongside: readonly Alongside[] = []): Promise<void> {
    const all: Change = (db) => {
      change(db);
      for (const one of alongside) one.insert(db);
    };
    let isCommitted = false;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push({ change: all, resolve, reject });
        this.#flush ??= this.#flushAll();
      });
      isCommitted = true;
    } finally {
      for (const one of alongside) one.finish(isCommitted);
    }
  }

  /** Writes a consistent copy into a file that is there and empty. Writes wait for it, and it for them. */
  copyInto(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#copies.push({ path, resolve, reject });
      this.#flush ??= this.#flushAll();
    });
  }

  async close(): Promise<void> {
    await this.#flush;
    this.#db.close();
  }

  /** What arrives while a commit is under way shares the next. */
  async #flushAll(): Promise<void> {
    let copied = false;
    do {
      await setImmediate();
      // In turn: copies that are asked for again and again must not hold up writes.
      copied = this.#copies.length > 0 && !(copied && this.#waiting.length > 0);
      this.#committing = copied ? this.#copy() : this.#commit();
      await this.#committing;
    } while (this.#waiting.length + this.#copies.length > 0);
    this.#flush = undefined;
  }

  async #copy(): Promise<void> {
    const { path, resolve, reject } = this.#copies.shift() ?? {};
    if (path !== undefined) await this.#db.copyInto(path).then(resolve, reject);
  }

  async #commit(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    const done: Waiting[] = [];
    try {
      await this.#transaction(() => {
        for (const waiting of batch) if (this.#attempt(waiting)) done.push(waiting);
        return done.length > 0;
      });
    } catch (error) {
      const reason = await this.#whyNotThere(error, done.length > 0);
      if (reason !== undefined) {
        for (const { reject } of batch) reject(reason);
        return;
      }
    }
    for (const { resolve } of done) resolve();
  }

  /** Numbers the writes, so that a failed commit can be told apart from one that succeeded. */
  async #transaction(work: () => boolean): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#db.exec("BEGIN IMMEDIATE");
    // A write that was refused is there after all.
    if (commitNumber(this.#db) !== this.#number) throw this.#fail();
    const wrote = work();
    if (wrote) putValue(this.#db, COMMIT, String(this.#number + 1));
    await this.#db.commit();
    if (wrote) this.#number++;
  }

  /**
   * Why a transaction that failed is not in the store; undefined when it is. The last that SQLite does is to empty
   * the journal and to sync that. When only this sync fails the commit is there, though perhaps not after a power
   * cut; one more commit makes it durable.
   */
  async #whyNotThere(error: unknown, wrote: boolean): Promise<unknown> {
    rollBack(this.#db);
    if (this.#failure !== undefined) return this.#failure;
    try {
      const number = commitNumber(this.#db);
      if (number === this.#number) return error;
      // An earlier one is.
      if (!wrote) return this.#fail(error);
      this.#number = number;
    } catch {
      // The next transaction asks again.
      return new StoreError(UNKNOWN, false, { cause: error });
    }
    try {
      await this.#transaction(() => true);
      return undefined;
    } catch (cause) {
      rollBack(this.#db);
      return this.#fail(cause);
    }
  }

  /** What the service remembers may differ from what is in the store, so nothing is written on top. */
  #fail(cause?: unknown): StoreError {
    this.#failure = new StoreError(`${UNKNOWN}; ${NO_MORE}`, false, { cause });
    return this.#failure;
  }

  #attempt({ change, reject }: Waiting): boolean {
    this.#db.exec("SAVEPOINT one");
    try {
      change(this.#db);
      this.#db.exec("RELEASE one");
      return true;
    } catch (error) {
      try {
        this.#db.exec("ROLLBACK TO one; RELEASE one");
      } catch {
        // SQLite has given up the whole transaction, as on a full disk; why is in the first error.
        throw error;
      }
      reject(error);
      return false;
    }
  }
}
