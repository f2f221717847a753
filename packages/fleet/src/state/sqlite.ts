import type { Sqlite, Store } from "@pilothouse/server";
import { Conflict, type FleetState, type Stored } from "./state.js";

type Changed = (key: string, stored: Stored | undefined) => void;

/** What begins alike lies side by side in the index, up to this. */
const LAST_SIGN = String.fromCodePoint(0x10ffff);

const ROWS_AT_ONCE = 1_000;
const SOME_ROWS = "SELECT key, text, revision FROM fleet WHERE key >= ? AND key < ? ORDER BY key LIMIT ?";

/** The state of a fleet in the store of its one hub. A write resolves when it is on disk. */
export class SqliteState implements FleetState {
  readonly #watchers = new Map<Changed, string>();

  constructor(readonly store: Store) {}

  async get(key: string): Promise<Stored | undefined> {
    await this.store.settled();
    const row = this.store.get("SELECT text, revision FROM fleet WHERE key = ?", key);
    return row && { text: String(row["text"]), revision: Number(row["revision"]) };
  }

  async put(key: string, text: string, revision: number): Promise<number> {
    let written = 0;
    await this.store.write((db) => {
      requireRevision(db, key, revision);
      // The row gets a new number, greater than any before: that is the revision.
      db.run("INSERT OR REPLACE INTO fleet (key, text) VALUES (?, ?)", key, text);
      written = revisionOf(db, key);
    });
    this.#notify(key, { text, revision: written });
    return written;
  }

  async remove(key: string, revision: number): Promise<void> {
    await this.store.write((db) => {
      requireRevision(db, key, revision);
      if (revision === 0) throw new Conflict(key);
      db.run("DELETE FROM fleet WHERE key = ?", key);
    });
    this.#notify(key, undefined);
  }

  async list(prefix: string): Promise<ReadonlyMap<string, Stored>> {
    const found = new Map<string, Stored>();
    await this.each(prefix, (key, stored) => found.set(key, stored));
    return found;
  }

  async each(prefix: string, take: (key: string, stored: Stored) => void): Promise<void> {
    await this.store.settled();
    const end = `${prefix}${LAST_SIGN}`;
    let last: string | undefined;
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; ) {
      const rows = this.store.all(SOME_ROWS, last ?? prefix, end, ROWS_AT_ONCE);
      count = rows.length;
      for (const row of rows) {
        const key = String(row["key"]);
        if (key !== last) take(key, { text: String(row["text"]), revision: Number(row["revision"]) });
        last = key;
      }
    }
  }

  watch(prefix: string, changed: Changed): () => void {
    // A function of its own for each call: the same one may be given twice.
    const once: Changed = (key, stored) => changed(key, stored);
    this.#watchers.set(once, prefix);
    return () => void this.#watchers.delete(once);
  }

  /** The store is the hub's, and stays open. */
  async close(): Promise<void> {
    this.#watchers.clear();
  }

  #notify(key: string, stored: Stored | undefined): void {
    for (const [changed, prefix] of this.#watchers) if (key.startsWith(prefix)) changed(key, stored);
  }
}

/** 0 for a key that does not exist. */
const revisionOf = (db: Sqlite, key: string): number =>
  Number(db.get("SELECT revision FROM fleet WHERE key = ?", key)?.["revision"] ?? 0);

function requireRevision(db: Sqlite, key: string, revision: number): void {
  if (revisionOf(db, key) !== revision) throw new Conflict(key);
}
