import type { Store } from "@pilothouse/server";
import type { Kept } from "../state.js";

/** What a removed key leaves, so that its removal can be repeated. */
const GONE = "-";

/** A write as the shared state numbered it; undefined text is a removal. */
export interface CopiedWrite {
  readonly key: string;
  readonly text: string | undefined;
  readonly revision: number;
}

/** The hub's own copy of the shared state. It is on disk before a write is answered. */
export class LocalCopy {
  constructor(readonly store: Store) {}

  async add(writes: readonly CopiedWrite[]): Promise<void> {
    if (writes.length === 0) return;
    await this.store.write((db) => {
      for (const { key, text, revision } of writes) {
        const [there, gone] = text === undefined ? [GONE + key, key] : [key, GONE + key];
        db.run("DELETE FROM fleet WHERE key IN (?, ?) OR revision = ?", there, gone, revision);
        db.run("INSERT INTO fleet (key, text, revision) VALUES (?, ?, ?)", there, text ?? "", revision);
      }
    });
  }

  /** Everything in it, the removals too. */
  async all(): Promise<readonly CopiedWrite[]> {
    await this.store.settled();
    return this.store.all("SELECT key, text, revision FROM fleet ORDER BY revision").map((row) => {
      const [key, text, revision] = [String(row["key"]), String(row["text"]), Number(row["revision"])];
      return key.startsWith(GONE)
        ? { key: key.slice(GONE.length), text: undefined, revision }
        : { key, text, revision };
    });
  }

  /** Begins again with what the shared state holds. */
  async replace(kept: ReadonlyMap<string, Kept>): Promise<void> {
    await this.store.write((db) => {
      db.run("DELETE FROM fleet");
      for (const [key, { text, revision }] of kept)
        db.run("INSERT INTO fleet (key, text, revision) VALUES (?, ?, ?)", key, text, revision);
    });
  }
}
