import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { MIGRATIONS } from "./migrations.js";
import { openSqlite, type Sqlite } from "./sqlite.js";

/** Marks the file as ours ("plth"), so that another program's database is never taken for it. */
export const APPLICATION_ID = 0x706c7468;

/** The store cannot be used, for a reason that the operator can act on. */
export class StoreError extends Error {
  override readonly name = "StoreError";

  constructor(
    message: string,
    /** Another process has it open. */
    readonly inUse = false,
  ) {
    super(message);
  }
}

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

  private constructor(db: Sqlite) {
    this.#db = db;
  }

  static open(dataDir: string): Store {
    const file = storeFile(dataDir);
    prepareDirectory(dataDir);
    const db = refusing(file, () => {
      if (wasEmptied(dataDir, file)) throw damaged(file, "it is empty");
      // SQLite gives its journal the mode of the file, so that comes first.
      closeSync(openSync(file, "a", 0o600));
      chmodSync(file, 0o600);
      return openSqlite(file);
    });
    try {
      refusing(file, () => prepareFile(db, file));
    } catch (error) {
      db.close();
      throw error;
    }
    return new Store(db);
  }

  get(sql: string, ...values: Parameters<Sqlite["run"]>[1][]) {
    return this.#db.get(sql, ...values);
  }

  all(sql: string, ...values: Parameters<Sqlite["run"]>[1][]) {
    return this.#db.all(sql, ...values);
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
      await this.#commit();
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
      this.#rollback();
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
      // Throws in turn when SQLite has given up the whole transaction, as on a full disk.
      this.#db.exec("ROLLBACK TO one; RELEASE one");
      reject(error);
      return false;
    }
  }

  #rollback(): void {
    try {
      this.#db.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back by itself.
    }
  }
}

function prepareDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if ((statSync(dataDir).mode & 0o077) !== 0) chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new StoreError(`the data directory ${dataDir} cannot be used: ${(error as Error).message}`);
  }
}

/**
 * SQLite takes an empty file for a new database, and so the factory password would come back in silence.
 * Only a first start that was broken off leaves one behind, before anything else is in the directory.
 */
function wasEmptied(dataDir: string, file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return false;
  return readdirSync(dataDir).some((name) => !name.startsWith(basename(file)));
}

function prepareFile(db: Sqlite, file: string): void {
  // The lock is the kernel's: it is taken by the first transaction and ends with the process.
  db.exec("PRAGMA locking_mode = EXCLUSIVE");
  db.exec("BEGIN EXCLUSIVE");
  const pragma = (name: string) => Number(db.get(`PRAGMA ${name}`)?.[name]);
  const version = pragma("user_version");
  const application = pragma("application_id");
  try {
    const isNew =
      version === 0 && application === 0 && db.get("SELECT name FROM sqlite_schema") === undefined;
    if (!isNew && application !== APPLICATION_ID)
      throw new StoreError(`${file} is not a store of Pilothouse; move it away or choose another data_dir`);
    if (version > MIGRATIONS.length)
      throw new StoreError(
        `${file} was written by a newer version of Pilothouse (schema ${version}, this one knows ${MIGRATIONS.length}); start that version`,
      );
    const damage = db.get("PRAGMA quick_check")?.["quick_check"];
    if (damage !== "ok") throw damaged(file, String(damage));
    for (const step of MIGRATIONS.slice(version)) db.exec(step);
    if (version < MIGRATIONS.length) {
      db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    }
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
  // A write-ahead log is not used: see docs/decisions. EXTRA also syncs the directory.
  db.exec("PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = EXTRA");
}

const damaged = (file: string, detail: string) =>
  new StoreError(
    `${file} is damaged (${detail.replaceAll("\n", "; ")}); put back a copy of it, or move it away to begin anew with the factory password`,
  );

/** Turns SQLite's own errors at the opening into sentences. */
function refusing<T>(file: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const { message } = error as Error;
    if (/locked|busy/i.test(message))
      throw new StoreError(`${file} is in use by another running instance of Pilothouse`, true);
    if (/not a database|malformed|corrupt/i.test(message)) throw damaged(file, message);
    throw new StoreError(`${file} cannot be opened: ${message}`);
  }
}
