import Libsql from "libsql";
import AsyncLibsql from "libsql/promise";

/** The little of SQLite that the store uses, so that another binding can take its place. */
export interface Sqlite {
  exec(sql: string): void;
  /** Ends the transaction off the main thread, so that a slow disk holds up nothing else. */
  commit(): Promise<void>;
  /** Writes a consistent copy into a file that is empty, off the main thread too. No transaction may be open. */
  copyInto(path: string): Promise<void>;
  run(sql: string, ...values: Value[]): void;
  /** The first row's columns by name; undefined when there is none. */
  get(sql: string, ...values: Value[]): Row | undefined;
  all(sql: string, ...values: Value[]): Row[];
  close(): void;
}

export type Value = string | number | null | Uint8Array;
/** A blob comes back as an ArrayBuffer. */
export type Row = { readonly [column: string]: unknown };

export function openSqlite(path: string): Sqlite {
  const db = new Libsql(path);
  const prepared = new Map<string, Libsql.Statement>();
  const statement = (sql: string) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const made = db.prepare(sql);
    prepared.set(sql, made);
    return made;
  };
  return {
    exec: (sql) => void db.exec(sql),
    // Both classes of the binding hold the same handle; this one's `exec` waits on a thread of its own.
    commit: async () => void (await AsyncLibsql.prototype.exec.call(db, "COMMIT")),
    copyInto: async (path) =>
      void (await AsyncLibsql.prototype.exec.call(db, `VACUUM INTO '${path.replaceAll("'", "''")}'`)),
    run: (sql, ...values) => void statement(sql).run(...values),
    // All rows are read: a statement left half-way keeps its lock.
    get: (sql, ...values) => statement(sql).all(...values)[0] as Row | undefined,
    all: (sql, ...values) => statement(sql).all(...values) as Row[],
    close: () => {
      // The binding closes a file only when the statements on it are garbage-collected, which is too late for the lock.
      // The first read that is no longer exclusive releases it.
      try {
        db.exec("PRAGMA locking_mode = NORMAL");
        db.prepare("SELECT count(*) FROM sqlite_schema").all();
      } catch {
        // A file that cannot be read, or that another process has locked, holds no lock of ours.
      }
      db.close();
    },
  };
}

/** Undoes the transaction that is under way. */
export function rollBack(db: Sqlite): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // SQLite has already rolled back, or nothing had begun.
  }
}
