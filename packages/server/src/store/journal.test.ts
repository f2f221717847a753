import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD_VALUE } from "./soundness.js";
import { openSqlite } from "./sqlite.js";
import { Store } from "./store.js";
import { putValue } from "./values.js";

let dir: string;
let file: string;
let journal: string;
/** What a process that is killed in the middle of a large write leaves behind: half of it in the file. */
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pilothouse-journal-"));
  file = join(dir, "pilothouse.db");
  journal = `${file}-journal`;
  const before = join(dir, "before");
  const store = Store.open(before);
  await store.write((db) => {
    putValue(db, PASSWORD_VALUE, '"x"');
    for (let n = 0; n < 500; n++) putValue(db, `name ${n}`, "old".repeat(50));
  });
  await store.close();
  const db = openSqlite(join(before, "pilothouse.db"));
  db.exec("PRAGMA journal_mode = TRUNCATE; PRAGMA cache_size = 2; BEGIN");
  db.exec("UPDATE value SET text = 'new' || text || text WHERE name <> 'password'");
  for (const path of [file, journal]) copyFileSync(path.replace(dir, before), path);
  db.exec("ROLLBACK");
  db.close();
});
afterEach(() => rmSync(dir, { recursive: true }));

const texts = (store: Store) =>
  store.all(
    "SELECT DISTINCT substr(text, 1, 3) AS begins FROM value WHERE name NOT IN ('password', 'store.commit')",
  );

function spoil(at: number): void {
  const bytes = readFileSync(journal);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  writeFileSync(journal, bytes);
}

describe("A write that was cut short", () => {
  it("is undone by the next start", async () => {
    expect(statSync(journal).size).toBeGreaterThan(10_000);
    const store = Store.open(dir);
    expect(texts(store)).toMatchObject([{ begins: "old" }]);
    await store.close();
  });

  it.each([
    ["at its head", () => spoil(0), "its journal is no journal"],
    // The sums are over every 200th byte of a page, counted from its end.
    ["in a record", () => spoil(512 + 4 + 4_096 - 200), "the record of a write that was cut short"],
    ["by being cut", () => writeFileSync(journal, readFileSync(journal).subarray(0, 6_000)), "the record of"],
  ])("is not left half done when its journal is damaged %s", (_how, damage, why) => {
    damage();
    const [half, spoiled] = [readFileSync(file), readFileSync(journal)];
    const error = (() => {
      try {
        Store.open(dir);
      } catch (caught) {
        return (caught as Error).message;
      }
    })();
    expect(error).toContain(`is damaged (${why}`);
    const aside = /set aside as ([^;]+);/.exec(error ?? "")?.[1] ?? "";
    expect(readFileSync(aside).equals(half)).toBe(true);
    expect(readFileSync(`${aside}-journal`).equals(spoiled)).toBe(true);
  });

  it("is told when its journal is gone, where that shows", () => {
    rmSync(journal);
    expect(() => Store.open(dir)).toThrow("is damaged");
  });

  it("counts as not begun while the journal says that nothing of it was synced", async () => {
    const bytes = readFileSync(journal).fill(0, 0, 12);
    rmSync(file);
    copyFileSync(join(dir, "before", "pilothouse.db"), file);
    writeFileSync(journal, bytes);
    const store = Store.open(dir);
    expect(texts(store)).toMatchObject([{ begins: "old" }]);
    await store.close();
  });
});
