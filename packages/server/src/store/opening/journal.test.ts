import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../sqlite.js";
import { Store } from "../store.js";
import { putValue } from "../values.js";
import { journalFault } from "./journal.js";
import { PASSWORD_VALUE } from "./soundness.js";

let dir: string;
let file: string;
let journal: string;
/** What a process that is killed in the middle of a large write leaves behind: half of it in the file. */
beforeEach(async () => {
  dir = scratch();
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
    ["at its head", () => spoil(0), "its journal file is not a SQLite journal"],
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

  it("is reported when its journal is missing, where that can be detected", () => {
    rmSync(journal);
    expect(() => Store.open(dir)).toThrow("is damaged");
  });

  it("counts as not begun while the journal says that no part of it was synced", async () => {
    const bytes = readFileSync(journal).fill(0, 0, 12);
    rmSync(file);
    copyFileSync(join(dir, "before", "pilothouse.db"), file);
    writeFileSync(journal, bytes);
    const store = Store.open(dir);
    expect(texts(store)).toMatchObject([{ begins: "old" }]);
    await store.close();
  });
});

describe("A journal", () => {
  const PAGE = 1_024;
  const SECTOR = 512;
  const MAGIC = "d9d505f920a163d7";
  /** A segment of records that are whole: page number, content, sum. */
  function segment(records: number, { magic = MAGIC, count = records, nonce = 7 } = {}): Buffer {
    const bytes = Buffer.alloc(Math.ceil((SECTOR + records * (PAGE + 8)) / SECTOR) * SECTOR);
    bytes.write(magic, "hex");
    for (const [at, value] of [
      [8, count],
      [12, nonce],
      [20, SECTOR],
      [24, PAGE],
    ] as const)
      bytes.writeUInt32BE(value, at);
    for (let n = 0; n < records; n++) {
      const at = SECTOR + n * (PAGE + 8);
      bytes.fill(n + 1, at + 4, at + 4 + PAGE);
      // Of 1,024 bytes the 24th, 224th … 824th.
      bytes.writeUInt32BE((nonce + 5 * (n + 1)) >>> 0, at + 4 + PAGE);
    }
    return bytes;
  }
  const faultOf = (...parts: Buffer[]) => {
    writeFileSync(journal, Buffer.concat(parts));
    return journalFault(file);
  };
  const spoilt = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };
  const DAMAGED = "the record of a write that was cut short is damaged";

  it("is sound when its records are whole, in one segment or several, or when there is none", () => {
    expect(faultOf(segment(3))).toBeUndefined();
    expect(faultOf(segment(3), segment(2))).toBeUndefined();
    expect(faultOf(Buffer.alloc(0))).toBeUndefined();
    expect(faultOf(segment(1).subarray(0, 27))).toBeUndefined();
    expect(faultOf(segment(1).subarray(0, 28))).toBe(DAMAGED);
    rmSync(journal);
    expect(journalFault(file)).toBeUndefined();
  });

  it.each([0, 1, 2])("is not when its record %i is spoilt, or cut", (n) => {
    const at = SECTOR + n * (PAGE + 8);
    for (const offset of [4 + 24, 4 + 824, 4 + PAGE, 4 + PAGE + 3])
      expect([offset, faultOf(spoilt(segment(3), at + offset))]).toEqual([offset, DAMAGED]);
    expect(faultOf(segment(3).subarray(0, at + PAGE + 7))).toBe(DAMAGED);
    expect(faultOf(segment(2), spoilt(segment(3), at + 4 + 24))).toBe(DAMAGED);
  });

  it("has sums that wrap around", () => {
    const bytes = segment(1, { nonce: 0xffffffff });
    expect(bytes.readUInt32BE(SECTOR + 4 + PAGE)).toBe(4);
    expect(faultOf(bytes)).toBeUndefined();
  });

  it("has more in it than counts: what was not synced yet is ignored", () => {
    expect(faultOf(spoilt(segment(3, { count: 2 }), SECTOR + 2 * (PAGE + 8) + 4 + 24))).toBeUndefined();
    expect(faultOf(spoilt(segment(3, { count: 0 }), SECTOR + 4 + 24))).toBeUndefined();
    expect(faultOf(spoilt(segment(3, { count: 0xffffffff }), SECTOR + 4 + 24))).toBeUndefined();
    expect(faultOf(segment(1, { magic: "00".repeat(8), count: 0 }))).toBeUndefined();
    expect(faultOf(segment(2), spoilt(segment(1), 0))).toBeUndefined();
  });

  it("is none with another beginning", () => {
    expect(faultOf(spoilt(segment(1), 0))).toBe("its journal file is not a SQLite journal");
    expect(faultOf(segment(1, { magic: "00".repeat(8) }))).toBe("its journal file is not a SQLite journal");
    expect(faultOf(segment(1, { magic: "00d505f920a163d7", count: 0 }))).toBe(
      "its journal file is not a SQLite journal",
    );
  });
});
