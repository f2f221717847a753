import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { openSqlite, type Sqlite } from "../sqlite.js";
import { Damage } from "../store-error.js";
import { MIGRATIONS, SCHEMA } from "./migrations.js";

/** The value that holds the password: the first thing that is written into a store. */
export const PASSWORD_VALUE = "password";

/**
 * Throws when the content of the store is not as it was written, as far as that shows. Damaged text is
 * looked for first and read as bytes: the binding ends the process on text that is no UTF-8.
 */
export function requireSound(db: Sqlite): void {
  requireText(db, "sqlite_schema", ["type", "name", "tbl_name", "sql"]);
  requireOurSchema(db);
  const verdict = bytesOf(db, "SELECT CAST(integrity_check AS BLOB) AS bytes FROM pragma_integrity_check");
  if (!verdict.equals(Buffer.from("ok"))) throw new Damage(firstFault(verdict.toString("latin1")));
  const tables = columnsOf(db);
  for (const [table, columns] of tables) requireText(db, table, columns);
  if ([...tables.keys()].some((table) => isUsed(db, table))) requirePassword(db);
}

/**
 * The schema of a store that somebody else made can hold code: the binding has functions that write files, and SQLite calls
 * them from a CHECK as soon as it looks for damage; a trigger would bring a token back whenever it was revoked. So it is as
 * our steps make it, before anything else is read.
 */
function requireOurSchema(db: Sqlite): void {
  const found = schemaOf(db);
  // To carry out our steps takes 5 ms of each start.
  if (digestOf(found) === SCHEMA) return;
  const version = Number(db.get("PRAGMA user_version")?.["user_version"]);
  const ours = openSqlite(":memory:");
  try {
    for (const step of MIGRATIONS.slice(0, version)) ours.exec(step);
    const known = schemaOf(ours);
    const other = found.find((one) => !known.includes(one)) ?? known.find((one) => !found.includes(one));
    if (other !== undefined) throw new Damage(`its schema was changed: ${other.split(" ", 2).join(" ")}`);
  } finally {
    ours.close();
  }
}

/** Another version of SQLite may put spaces elsewhere. */
export const schemaOf = (db: Sqlite): readonly string[] =>
  db
    .all("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    .map(({ type, name, tbl_name, sql }) =>
      [type, name, tbl_name, String(sql).replaceAll(/\s/g, "")].join(" "),
    )
    .sort();

export const digestOf = (schema: readonly string[]): string =>
  createHash("sha256").update(schema.join("\n")).digest("base64");

/** Only a store in which there is nothing may lack it. */
function requirePassword(db: Sqlite): void {
  const kept = db.get("SELECT json_valid(text) AS readable FROM value WHERE name = ?", PASSWORD_VALUE);
  if (kept?.["readable"] !== 1) throw new Damage("its password is lost");
}

const isUsed = (db: Sqlite, table: string): boolean =>
  db.get(`SELECT 1 AS one FROM "${table}" LIMIT 1`) !== undefined;

/** All of them: SQLite takes a text also where numbers are declared. */
function columnsOf(db: Sqlite): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const rows = db.all(
    `SELECT s.name AS "table", c.name AS "column" FROM sqlite_schema s, pragma_table_info(s.name) c
     WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%'`,
  );
  for (const { table, column } of rows)
    found.set(String(table), [...(found.get(String(table)) ?? []), String(column)]);
  return found;
}

/** All texts of a large table at once would be more than a value of SQLite's can hold. */
const ROWS_AT_ONCE = 4_096;

/** Texts joined by an ASCII character are UTF-8 only when each of them is. */
function requireText(db: Sqlite, table: string, columns: readonly string[]): void {
  const texts = columns.map((one) => `CASE typeof("${one}") WHEN 'text' THEN "${one}" ELSE '' END`);
  const joined = texts.join(" || ',' || ");
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
