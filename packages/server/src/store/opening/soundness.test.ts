import { existsSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../sqlite.js";
import { Store } from "../store.js";
import { StoreError } from "../store-error.js";
import { putValue, readValue } from "../values.js";
import { SCHEMA } from "./migrations.js";
import { digestOf, PASSWORD_VALUE, schemaOf } from "./soundness.js";

const HASH = `"${"a hash ".repeat(12)}"`;

let dir: string;
let file: string;
let good: Buffer;
beforeEach(async () => {
  dir = scratch();
  file = join(dir, "pilothouse.db");
  writeFileSync(join(dir, "key.pem"), "what an earlier start left");
  const store = Store.open(dir);
  await store.write((db) => {
    putValue(db, PASSWORD_VALUE, HASH);
    for (let n = 0; n < 40; n++) {
      putValue(db, `setting ${n}`, "ä".repeat(n * 10));
      db.run("INSERT INTO audit VALUES (?, 's', 1, 'a', NULL, 'did', 'much', 'ok', NULL, NULL, NULL)", n);
    }
  });
  await store.close();
  good = await readFile(file);
});
const outside = (sql: string) => {
  const db = openSqlite(file);
  db.exec(sql);
  db.close();
};

describe("A store with damaged content", () => {
  it("is refused, or has the password it had, with the damage at any place", async () => {
    const damage = fc.record({
      at: fc.nat(good.length - 1),
      bytes: fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 600 }),
        fc.integer({ min: 1, max: 5_000 }).map((length) => new Uint8Array(length)),
      ),
    });
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, bytes }) => {
        const spoiled = Buffer.from(good);
        spoiled.set(bytes.subarray(0, good.length - at), at);
        writeFileSync(file, spoiled);
        let store: Store;
        try {
          store = Store.open(dir);
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError);
          expect((error as Error).message).not.toContain("\n");
          refused++;
          return;
        }
        const password = readValue(store, PASSWORD_VALUE);
        await store.close();
        expect(password).toHaveLength(HASH.length);
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  it("is refused when a text is none, on which the binding would end the process", () => {
    outside("UPDATE audit SET action = CAST(x'61ff62' AS TEXT) WHERE id = 3");
    expect(() => Store.open(dir)).toThrow("is damaged (its table audit contains invalid UTF-8)");
  });

  it("is refused when such a text is where a number belongs", () => {
    outside("UPDATE audit SET at = CAST(x'61ff62' AS TEXT) WHERE id = 3");
    expect(() => Store.open(dir)).toThrow("is damaged (its table audit contains invalid UTF-8)");
  });

  it("is refused when it is the last of very many texts", () => {
    outside(`INSERT INTO audit (source, at, address, action, details, outcome)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      SELECT 's', i, 'a', 'did', 'much', 'ok' FROM n`);
    outside("UPDATE audit SET outcome = CAST(x'61ff62' AS TEXT) WHERE id = (SELECT max(id) FROM audit)");
    expect(() => Store.open(dir)).toThrow("is damaged (its table audit contains invalid UTF-8)");
  });

  it("is refused when a text of its schema is none", () => {
    outside(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = sql || CAST(x'202d2dff' AS TEXT) WHERE name = 'audit'`);
    expect(() => Store.open(dir)).toThrow("is damaged (its table sqlite_schema contains invalid UTF-8)");
  });

  it.each([
    [
      "writes a file when it is checked",
      "table planted",
      (path: string) => `
      PRAGMA ignore_check_constraints = ON;
      CREATE TABLE planted (x CHECK (writefile('${path}', 'x') > 0)); INSERT INTO planted VALUES (1)`,
    ],
    [
      "writes a file when it is written",
      "table value",
      (path: string) => `PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', 'NOT NULL CHECK (writefile(''${path}'', ''x'') > 0)')
      WHERE name = 'value'`,
    ],
    [
      "brings a token back",
      "trigger planted",
      () => `CREATE TRIGGER planted AFTER DELETE ON token BEGIN
      INSERT INTO token (hash, issued, expires, factory, address) VALUES (OLD.hash, 1, 9, 0, 'x'); END`,
    ],
    ["shows a token that nobody can revoke", "view planted", () => "CREATE VIEW planted AS SELECT 1"],
    ["lacks an index", "index event_kind", () => "DROP INDEX event_kind"],
  ])("is refused when its schema is not ours: one that %s", (_what, name, sql) => {
    const path = join(dir, "written");
    outside(sql(path));
    expect(() => Store.open(dir)).toThrow(`is damaged (its schema was changed: ${name})`);
    expect(existsSync(path)).toBe(false);
  });

  it("is known to have our schema without carrying out our steps", () => {
    const db = openSqlite(file);
    expect(digestOf(schemaOf(db))).toBe(SCHEMA);
    db.close();
  });

  it("is refused with the first fault that SQLite finds, without its heading", () => {
    // The number of unused pages, of which there are none.
    const spoiled = Buffer.from(good);
    spoiled.writeUInt32BE(3, 36);
    writeFileSync(file, spoiled);
    expect(() => Store.open(dir)).toThrow(/is damaged \([^*]*[Ff]reelist[^*]*\) and is set aside/);
  });

  it.each([
    ["is gone", `DELETE FROM value WHERE name = '${PASSWORD_VALUE}'`],
    ["is gone with all values", "DELETE FROM value"],
    ["is no longer what was written", `UPDATE value SET text = '{' WHERE name = '${PASSWORD_VALUE}'`],
  ])("is refused when its password %s: the factory's would take its place", (_how, sql) => {
    outside(sql);
    expect(() => Store.open(dir)).toThrow("is damaged (its password is lost)");
  });

  it("is refused when it was emptied", () => {
    writeFileSync(file, "");
    expect(() => Store.open(dir)).toThrow("is damaged (it is empty)");
  });
});

it("A store in which nothing was written yet is an interrupted first start, and opens", async () => {
  const fresh = join(dir, "fresh");
  await Store.open(fresh).close();
  await Store.open(fresh).close();
});
