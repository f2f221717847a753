import { readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { isDiskFull } from "./disk-full.js";
import { MIGRATIONS } from "./opening/migrations.js";
import { PASSWORD_VALUE } from "./opening/soundness.js";
import { openSqlite, type Sqlite } from "./sqlite.js";
import { Store } from "./store.js";
import { putValue, readValue, storage } from "./values.js";

const fileIn = (dir: string) => join(dir, "pilothouse.db");

describe("the store", () => {
  it("keeps what was written, for the next who opens it", async () => {
    const dir = scratch();
    const store = Store.open(dir);
    await store.write((db) => putValue(db, PASSWORD_VALUE, "1"));
    await storage(store, "x").save("kept");
    await store.close();
    const again = Store.open(dir);
    expect(readValue(again, PASSWORD_VALUE)).toBe("1");
    expect(await storage(again, "x").load()).toBe("kept");
    expect(await storage(again, "y").load()).toBeUndefined();
    await again.close();
  });

  it("takes writes and copies in turn, so that many of one do not hold up the other", async () => {
    const dir = scratch();
    const store = Store.open(dir);
    const order: string[] = [];
    const copy = (name: string) => {
      const file = join(dir, name);
      writeFileSync(file, "");
      return store.copyInto(file).then(() => order.push(name));
    };
    const copies = ["first copy", "second copy", "third copy"].map(copy);
    const write = store.write((db) => putValue(db, "x", "1")).then(() => order.push("write"));
    await Promise.all([...copies, write]);
    expect(order).toEqual(["first copy", "write", "second copy", "third copy"]);
    await store.close();
  });

  it("makes a change and what is alongside it, or neither, and says which", async () => {
    const store = Store.open(scratch());
    const finished: unknown[] = [];
    const beside = (name: string, insert = (db: Sqlite) => putValue(db, name, "1")) => ({
      insert,
      finish: (isCommitted: boolean) => finished.push([name, isCommitted, readValue(store, name)]),
    });
    const failing = beside("c", () => {
      throw new Error("no place for it");
    });
    await store.write((db) => putValue(db, "a", "1"), [beside("b")]);
    const refused = store.write((db) => putValue(db, "x", "1"), [beside("y"), failing]);
    await expect(refused).rejects.toThrow("no place for it");
    expect(finished).toEqual([
      ["b", true, "1"],
      ["y", false, undefined],
      ["c", false, undefined],
    ]);
    expect(["a", "x"].map((name) => readValue(store, name))).toEqual(["1", undefined]);
    await store.close();
  });

  it("is copied whole, into a file with any name", async () => {
    const dir = scratch();
    const store = Store.open(dir);
    await store.write((db) => putValue(db, PASSWORD_VALUE, "1"));
    const copies = scratch();
    const apostrophe = join(copies, "it's a copy");
    writeFileSync(apostrophe, "");
    await store.copyInto(apostrophe);
    await store.close();
    renameSync(apostrophe, fileIn(copies));
    const copy = Store.open(copies);
    expect(readValue(copy, PASSWORD_VALUE)).toBe("1");
    await copy.close();
  });

  it("undoes a change that throws, and keeps the others of the same commit", async () => {
    const store = Store.open(scratch());
    const outcomes = await Promise.allSettled([
      store.write((db) => putValue(db, "first", "1")),
      store.write((db) => {
        putValue(db, "bad", "1");
        throw new Error("no");
      }),
      store.write((db) => putValue(db, "last", "1")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect([readValue(store, "first"), readValue(store, "bad"), readValue(store, "last")]).toEqual([
      "1",
      undefined,
      "1",
    ]);
    await store.close();
  });

  it("says that the disk is full when it is, and writes again when there is room", async () => {
    const store = Store.open(scratch());
    await store.write((db) => void db.all("PRAGMA max_page_count = 1"));
    const big = "x".repeat(1_000_000);
    const outcomes = await Promise.allSettled([
      store.write((db) => putValue(db, "first", big)),
      store.write((db) => putValue(db, "second", "1")),
    ]);
    for (const outcome of outcomes) {
      expect(outcome.status).toBe("rejected");
      expect(isDiskFull((outcome as PromiseRejectedResult).reason)).toBe(true);
    }
    await store.write((db) => void db.all("PRAGMA max_page_count = 100000"));
    await store.write((db) => putValue(db, "first", big));
    expect(readValue(store, "first")).toBe(big);
    await store.close();
  });

  it("lets others work while a commit is on its way to the disk, and what they write share the next", async () => {
    const store = Store.open(scratch());
    const order: string[] = [];
    const write = (name: string) =>
      store
        .write((db) => {
          order.push(`${name} begins`);
          putValue(db, name, "1");
        })
        .then(() => order.push(`${name} is on disk`));
    const first = write("first");
    while (order.length === 0) await setImmediate();
    const others = [write("second"), write("third")];
    expect(order).toEqual(["first begins"]);
    await Promise.all([first, ...others]);
    expect(order).toEqual([
      ...["first begins", "first is on disk"],
      ...["second begins", "third begins", "second is on disk", "third is on disk"],
    ]);
    await store.close();
  });

  it("is settled when no commit is under way", async () => {
    const store = Store.open(scratch());
    const order: string[] = [];
    let begun = false;
    const write = store
      .write((db) => {
        begun = true;
        putValue(db, "a", "1");
      })
      .then(() => order.push("written"));
    while (!begun) await setImmediate();
    await store.settled().then(() => order.push("settled"));
    await write;
    expect(order).toEqual(["written", "settled"]);
    expect(readValue(store, "a")).toBe("1");
    await store.settled();
    await store.close();
  });

  it("finishes the writes under way before it closes", async () => {
    const dir = scratch();
    const store = Store.open(dir);
    const write = store.write((db) => putValue(db, PASSWORD_VALUE, "1"));
    await store.close();
    await write;
    const again = Store.open(dir);
    expect(readValue(again, PASSWORD_VALUE)).toBe("1");
    await again.close();
  });

  it("can be open only once", async () => {
    const dir = scratch();
    const store = Store.open(dir);
    expect(() => Store.open(dir)).toThrowError(
      expect.objectContaining({
        name: "StoreError",
        inUse: true,
        message: expect.stringContaining("in use"),
      }),
    );
    await store.write((db) => putValue(db, "still", "writable"));
    await store.close();
  });

  it("is readable only by its owner", async () => {
    const dir = scratch();
    await Store.open(dir).close();
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(dir))
      expect([file, statSync(join(dir, file)).mode & 0o077]).toEqual([file, 0]);
  });

  it("refuses a file of a newer version and leaves it alone", async () => {
    const dir = scratch();
    await Store.open(dir).close();
    const db = openSqlite(fileIn(dir));
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    db.close();
    expect(() => Store.open(dir)).toThrow(/newer version/);
    const after = openSqlite(fileIn(dir));
    expect(after.get("PRAGMA user_version")?.["user_version"]).toBe(MIGRATIONS.length + 1);
    after.close();
  });

  it("brings a file of every earlier version up to date", async () => {
    for (const [version] of MIGRATIONS.entries()) {
      const dir = scratch();
      const db = openSqlite(fileIn(dir));
      if (version > 0) {
        for (const step of MIGRATIONS.slice(0, version)) db.exec(step);
        db.exec(`PRAGMA user_version = ${version}; PRAGMA application_id = ${0x706c7468}`);
      }
      db.close();
      const store = Store.open(dir);
      await store.write((change) => putValue(change, "works", "yes"));
      await store.close();
    }
  });

  it.each([["another program's database", () => "CREATE TABLE theirs (x)"]])("refuses %s", (_what, sql) => {
    const dir = scratch();
    const db = openSqlite(fileIn(dir));
    db.exec(sql());
    db.close();
    expect(() => Store.open(dir)).toThrow(/not a store of Pilothouse/);
  });

  it("opens after a first start that was interrupted before it had written anything", async () => {
    const dir = scratch();
    writeFileSync(fileIn(dir), "");
    writeFileSync(`${fileIn(dir)}-journal`, "");
    const store = Store.open(dir);
    await store.write((db) => putValue(db, "works", "yes"));
    await store.close();
  });

  it("names a data directory that cannot be made", () => {
    const file = join(scratch(), "a-file");
    writeFileSync(file, "");
    expect(() => Store.open(join(file, "below"))).toThrow(/data directory .* cannot be used/);
  });
});
