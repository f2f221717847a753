import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type Clock, systemClock } from "@pilothouse/drivers/port";
import { openFile } from "./opening.js";
import { rollBack, type Sqlite } from "./sqlite.js";
import { StoreError } from "./store-error.js";

export { StoreError };

export const storeFile = (dataDir: string): string => join(dataDir, "pilothouse.db");

type Change = (db: Sqlite) => void;
interface Waiting {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One SQLite file with one connection, locked for as long as it is open. A write resolves when it
 * is on disk; writes that arrive together share one commit, since each commit costs a sync. That is
 * waited for on another thread, so that a slow disk holds up only those who write.
 */
export class Store {
  readonly #db: Sqlite;
  #waiting: Waiting[] = [];
  #flush: Promise<void> | undefined;
  #committing: Promise<void> | undefined;

  private constructor(db: Sqlite) {
    this.#db = db;
  }

  static open(dataDir: string, clock: Clock = systemClock): Store {
    return new Store(openFile(dataDir, storeFile(dataDir), clock));
  }

  get(sql: string, ...values: Parameters<Sqlite["run"]>[1][]) {
    return this.#db.get(sql, ...values);
  }

  all(sql: string, ...values: Parameters<Sqlite["run"]>[1][]) {
    return this.#db.all(sql, ...values);
  }

  /** When no commit is under way: until then SQLite would hold up the thread of whoever reads, and so everyone. */
  async settled(): Promise<void> {
    await this.#committing;
  }

  /** Carries out a change; resolves when it is durable. A change that throws undoes only itself. */
  write(change: Change): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject });
      this.#flush ??= this.#flushAll();
    });
  }

  async close(): Promise<void> {
    await this.#flush;
    this.#db.close();
  }

  /** What arrives while a commit is under way shares the next. */
  async #flushAll(): Promise<void> {
    do {
      await setImmediate();
      this.#committing = this.#commit();
      await this.#committing;
    } while (this.#waiting.length > 0);
    this.#flush = undefined;
  }

  async #commit(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    const done: Waiting[] = [];
    try {
      this.#db.exec("BEGIN IMMEDIATE");
      for (const waiting of batch) if (this.#attempt(waiting)) done.push(waiting);
      await this.#db.commit();
    } catch (error) {
      rollBack(this.#db);
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of done) resolve();
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
