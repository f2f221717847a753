import { isUtf8 } from "node:buffer";
import type { Sqlite } from "../sqlite.js";
import { Damage } from "../store-error.js";

/** The value that holds the password: the first thing that is written into a store. */
export const PASSWORD_VALUE = "password";

/**
 * Throws when the content of the store is not as it was written, as far as that shows. Damaged text is
 * looked for first and read as bytes: the binding ends the process on text that is no UTF-8.
 */
export function requireSound(db: Sqlite): void {
  requireText(db, "sqlite_schema", ["type", "name", "tbl_name", "sql"]);
  const verdict = bytesOf(db, "SELECT CAST(integrity_check AS BLOB) AS bytes FROM pragma_integrity_check");
  if (!verdict.equals(Buffer.from("ok"))) throw new Damage(firstFault(verdict.toString("latin1")));
  const tables = textColumns(db);
  for (const [table, columns] of tables) requireText(db, table, columns);
  if ([...tables.keys()].some((table) => isUsed(db, table))) requirePassword(db);
}

/** Only a store in which there is nothing may lack it. */
function requirePassword(db: Sqlite): void {
  const kept = db.get("SELECT json_valid(text) AS readable FROM value WHERE name = ?", PASSWORD_VALUE);
  if (kept?.["readable"] !== 1) throw new Damage("its password is lost");
}

const isUsed = (db: Sqlite, table: string): boolean =>
  db.get(`SELECT 1 AS one FROM "${table}" LIMIT 1`) !== undefined;

function textColumns(db: Sqlite): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const rows = db.all(
    `SELECT s.name AS "table", c.name AS "column" FROM sqlite_schema s, pragma_table_info(s.name) c
     WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'`,
  );
  for (const { table, column } of rows)
    found.set(String(table), [...(found.get(String(table)) ?? []), String(column)]);
  return found;
}

/** All texts of a large table at once would be more than a value of SQLite's can hold. */
const ROWS_AT_ONCE = 4_096;

/** Texts joined by an ASCII character are UTF-8 only when each of them is. */
function requireText(db: Sqlite, table: string, columns: readonly string[]): void {
  const joined = columns.map((column) => `coalesce("${column}", '')`).join(" || ',' || ");
  const some = `SELECT ${joined} AS text FROM "${table}" LIMIT ${ROWS_AT_ONCE} OFFSET ?`;
  const query = `SELECT CAST(group_concat(text) AS BLOB) AS bytes FROM (${some})`;
  for (let at = 0; columns.length > 0; at += ROWS_AT_ONCE) {
    const bytes = bytesOf(db, query, at);
    if (bytes.length === 0) return;
    if (!isUtf8(bytes)) throw new Damage(`its table ${table} contains invalid UTF-8`);
  }
}

/** SQLite counts up to a hundred faults, below a heading. */
const firstFault = (verdict: string): string =>
  verdict.split("\n").find((line) => !line.startsWith("***")) ?? verdict;

/** No row counts as no bytes. */
const bytesOf = (db: Sqlite, sql: string, ...values: number[]): Buffer =>
  Buffer.from((db.get(sql, ...values)?.["bytes"] ?? new ArrayBuffer(0)) as ArrayBuffer);
