import Libsql from "libsql";

/** The little of SQLite that the store uses, so that another binding can take its place. */
export interface Sqlite {
  exec(sql: string): void;
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
    run: (sql, ...values) => void statement(sql).run(...values),
    get: (sql, ...values) => statement(sql).get(...values) as Row | undefined,
    all: (sql, ...values) => statement(sql).all(...values) as Row[],
    close: () => void db.close(),
  };
}
