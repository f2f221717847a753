import type { Store } from "@pilothouse/server";
import type { Stored } from "../state.js";

/** What a removed key leaves, so that its removal can be repeated. */
const GONE = "-";

/** A write as the shared state numbered it; undefined text is a removal. */
export interface CopiedWrite {
  readonly key: string;
  readonly text: string | undefined;
  readonly revision: number;
  /** The revision of the key before, as this hub knew it; 0 if there was none. */
  readonly replaced: number;
}

type NewWrite = Omit<CopiedWrite, "replaced">;

/** The hub's own copy of the shared state. It is on disk before a write is answered. */
export class LocalCopy {
  constructor(readonly store: Store) {}

  async add(writes: readonly NewWrite[]): Promise<void> {
    if (writes.length === 0) return;
    await this.store.write((db) => {
      for (const { key, text, revision } of writes) {
        const [there, gone] = text === undefined ? [GONE + key, key] : [key, GONE + key];
        const before = db.get("SELECT revision, replaced FROM fleet WHERE key IN (?, ?)", there, gone);
        const replaced = before?.["revision"] === revision ? before["replaced"] : before?.["revision"];
        db.run("DELETE FROM fleet WHERE key IN (?, ?) OR revision = ?", there, gone, revision);
        db.run(
          "INSERT INTO fleet (key, text, revision, replaced) VALUES (?, ?, ?, ?)",
          ...[there, text ?? "", revision, Number(replaced ?? 0)],
        );
      }
    });
  }

  /** Everything in it, the removals too. */
  async all(): Promise<readonly CopiedWrite[]> {
    await this.store.settled();
    return this.store.all("SELECT key, text, revision, replaced FROM fleet ORDER BY revision").map((row) => {
      const key = String(row["key"]);
      const revisions = { revision: Number(row["revision"]), replaced: Number(row["replaced"]) };
      return key.startsWith(GONE)
        ? { key: key.slice(GONE.length), text: undefined, ...revisions }
        : { key, text: String(row["text"]), ...revisions };
    });
  }

  /** Takes over what has another revision here. */
  async catchUp(known: ReadonlyMap<string, Omit<NewWrite, "key">>): Promise<void> {
    const here = new Map((await this.all()).map(({ key, revision }) => [key, revision]));
    await this.add(
      [...known].flatMap(([key, write]) => (here.get(key) === write.revision ? [] : [{ key, ...write }])),
    );
  }

  /** Begins again with what the shared state holds. */
  async replace(stored: ReadonlyMap<string, Stored>): Promise<void> {
    await this.store.write((db) => {
      db.run("DELETE FROM fleet");
      for (const [key, { text, revision }] of stored)
        db.run("INSERT INTO fleet (key, text, revision) VALUES (?, ?, ?)", key, text, revision);
    });
  }
}
