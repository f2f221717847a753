import type { Sqlite } from "./sqlite.js";

/** Among the values: how many writes the store has seen. Read again, it tells whether a commit went through. */
const NAME = "store.commit";

export const commitNumber = (db: Sqlite): number =>
  Number(db.get("SELECT text FROM value WHERE name = ?", NAME)?.["text"] ?? 0);

export const putCommitNumber = (db: Sqlite, number: number): void =>
  db.run("INSERT OR REPLACE INTO value VALUES (?, ?)", NAME, String(number));
