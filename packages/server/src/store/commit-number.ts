import type { Sqlite } from "./sqlite.js";

/** A stored value: how many writes the store has seen. Reading it again shows whether a commit succeeded. */
const NAME = "store.commit";

export const commitNumber = (db: Sqlite): number =>
  Number(db.get("SELECT text FROM value WHERE name = ?", NAME)?.["text"] ?? 0);

export const putCommitNumber = (db: Sqlite, number: number): void =>
  db.run("INSERT OR REPLACE INTO value VALUES (?, ?)", NAME, String(number));
