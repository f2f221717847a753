import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import Libsql from "libsql";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readStoreHeader } from "../header.js";
import { makePrivate } from "../private-directory.js";
import { openSqlite, rollBack } from "../sqlite.js";
import { Store, StoreError } from "../store.js";
import { Damage } from "../store-error.js";
import { damagedBeside, recoveryAdvice, setAside } from "./aside.js";
import { MIGRATIONS } from "./migrations.js";

let dir: string;
let file: string;
beforeEach(() => {
  dir = scratch();
  file = join(dir, "pilothouse.db");
});
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return (error as StoreError).message;
  }
  return "none";
};

describe("The first start", () => {
  it("makes the directory, the file and its journal, accessible only to their owner", async () => {
    const data = join(dir, "new", "data");
    await Store.open(data).close();
    expect(readdirSync(data).sort()).toEqual(["pilothouse.db", "pilothouse.db-journal"]);
    for (const path of [data, ...readdirSync(data).map((name) => join(data, name))])
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    expect(readStoreHeader(data)).toEqual({
      ...{ empty: false, ours: true, version: MIGRATIONS.length, newest: MIGRATIONS.length },
    });
  });

  it("locks the file, keeps the journal's name, and syncs as much as SQLite can", async () => {
    const store = Store.open(dir);
    const pragmaOf = (name: string) => Object.values(store.get(`PRAGMA ${name}`) ?? {})[0];
    expect([pragmaOf("locking_mode"), pragmaOf("journal_mode"), pragmaOf("synchronous")]).toEqual([
      "exclusive",
      "truncate",
      3,
    ]);
    await store.close();
  });

  it("closes a directory and files that were open to others", async () => {
    chmodSync(dir, 0o755);
    await Store.open(dir).close();
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    chmodSync(file, 0o644);
    await Store.open(dir).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("that cannot go on leaves no empty file behind, which would look like an emptied store", () => {
    writeFileSync(join(dir, "key.pem"), "");
    symlinkSync(join(dir, "elsewhere"), `${file}-journal`);
    expect(refusal(() => Store.open(dir))).toBe(`${file}-journal is a symbolic link; move it away`);
    expect(existsSync(file)).toBe(false);
  });

  it("accepts an empty file without a journal", async () => {
    writeFileSync(file, "");
    await Store.open(dir).close();
    expect(readStoreHeader(dir)?.version).toBe(MIGRATIONS.length);
  });
});

describe("A start on a disk that fails", () => {
  const failing = (message: string, at = "BEGIN EXCLUSIVE", before = () => {}) => {
    const { exec } = Libsql.prototype;
    vi.spyOn(Libsql.prototype, "exec").mockImplementation(function (this: Libsql.Database, sql) {
      if (sql.includes(at)) {
        before();
        throw new Error(message);
      }
      return exec.call(this, sql);
    });
  };
  afterEach(() => void vi.restoreAllMocks());

  it("says so, and takes away the empty file that it has made", () => {
    writeFileSync(join(dir, "key.pem"), "");
    failing("database or disk is full");
    expect(refusal(() => Store.open(dir))).toBe(
      `there is no space left for ${file}: free some on that disk, and start again`,
    );
    expect(existsSync(file)).toBe(false);
    vi.mocked(Libsql.prototype.exec).mockRestore();
    failing("disk I/O error");
    expect(refusal(() => Store.open(dir))).toBe(`${file} cannot be opened: disk I/O error`);
    expect(existsSync(file)).toBe(false);
  });

  it("leaves a file that is not empty any more", () => {
    failing("disk I/O error", "journal_mode");
    expect(refusal(() => Store.open(dir))).toContain("disk I/O error");
    expect(statSync(file).size).toBeGreaterThan(0);
  });

  it("says why also when the file has gone meanwhile", () => {
    failing("disk I/O error", "BEGIN EXCLUSIVE", () => rmSync(file));
    expect(refusal(() => Store.open(dir))).toBe(`${file} cannot be opened: disk I/O error`);
  });

  it("leaves a file that was there, empty or not", async () => {
    writeFileSync(file, "");
    failing("disk I/O error");
    expect(refusal(() => Store.open(dir))).toContain("disk I/O error");
    expect(existsSync(file)).toBe(true);
    vi.mocked(Libsql.prototype.exec).mockRestore();
    await Store.open(dir).close();
    failing("disk I/O error");
    expect(refusal(() => Store.open(dir))).toContain("disk I/O error");
    expect(statSync(file).size).toBeGreaterThan(0);
  });

  it.each([
    ["database is locked", "is in use by another running instance of Pilothouse"],
    ["database is busy", "is in use by another running instance of Pilothouse"],
    ["file is not a database", "is damaged (file is not a database) and is set aside"],
    ["database disk image is malformed", "is damaged (database disk image is malformed) and is set aside"],
    ["the file is corrupt", "is damaged (the file is corrupt) and is set aside"],
  ])("explains what SQLite means by %j", async (message, meaning) => {
    await Store.open(dir).close();
    failing(message);
    expect(refusal(() => Store.open(dir))).toContain(`${file} ${meaning}`);
  });
});

describe("A store is refused", () => {
  it("when it is a link", () => {
    symlinkSync(join(dir, "elsewhere"), file);
    expect(refusal(() => Store.open(dir))).toBe(`${file} is a symbolic link; move it away`);
    expect(existsSync(join(dir, "elsewhere"))).toBe(false);
  });

  it("when another program made it, in any way that shows", () => {
    const db = openSqlite(file);
    db.exec("CREATE TABLE theirs (x)");
    db.close();
    const why = `${file} is not a store of Pilothouse; move it away or choose another data_dir`;
    expect(refusal(() => Store.open(dir))).toBe(why);
    rmSync(file);
    const other = openSqlite(file);
    other.exec("PRAGMA application_id = 5");
    other.close();
    expect(refusal(() => Store.open(dir))).toBe(why);
    rmSync(file);
    const third = openSqlite(file);
    third.exec("PRAGMA user_version = 1");
    third.close();
    expect(refusal(() => Store.open(dir))).toBe(why);
  });

  it("when a newer version wrote it, with both versions", async () => {
    await Store.open(dir).close();
    const db = openSqlite(file);
    db.exec("PRAGMA user_version = 99");
    db.close();
    expect(refusal(() => Store.open(dir))).toBe(
      `${file} was written by a newer version of Pilothouse (schema 99, this one knows ${MIGRATIONS.length}); start that version`,
    );
  });

  it("when it is a directory", () => {
    mkdirSync(file);
    expect(refusal(() => Store.open(dir))).toContain("is not a regular file");
    expect(() => Store.open(dir)).toThrowError(expect.objectContaining({ inUse: false }));
  });
});

describe("What is set aside", () => {
  const clock = { now: () => Date.UTC(2026, 10, 15, 3, 15, 0, 7) };

  it("is named by the time, and the message says how to restore it", () => {
    writeFileSync(file, "x");
    writeFileSync(`${file}-journal`, "y");
    const aside = `${file}.damaged-20261115T031500.007Z`;
    expect(setAside(file, new Damage("one\ntwo"), clock).message).toBe(
      `${file} is damaged (one; two) and is set aside as ${aside}; ${recoveryAdvice(file)}`,
    );
    expect(recoveryAdvice(file)).toContain(`put a copy of it back as ${file}, or start with an empty store`);
    expect(readdirSync(dir).sort()).toEqual(
      [aside, `${aside}-journal`].map((path) => path.slice(dir.length + 1)),
    );
    expect(damagedBeside(file)).toBe(aside);
  });

  it("is the last of several, and none where there is none", () => {
    expect(damagedBeside(file)).toBeUndefined();
    for (const name of ["1", "3", "2", "3-journal"]) writeFileSync(`${file}.damaged-${name}`, "");
    writeFileSync(join(dir, "other.db.damaged-9"), "");
    expect(damagedBeside(file)).toBe(`${file}.damaged-3`);
  });

  it("stays where it is when it cannot be moved, and that is reported", () => {
    expect(setAside(file, new Damage("x"), clock).message).toMatch(
      / is damaged \(x\) and cannot be set aside: ENOENT/,
    );
  });

  it("leaves an empty journal alone", () => {
    writeFileSync(file, "x");
    writeFileSync(`${file}-journal`, "");
    setAside(file, new Damage("x"), clock);
    expect(readdirSync(dir)).toContain("pilothouse.db-journal");
  });
});

describe("A private directory", () => {
  it("is made private to its owner, with what is directly in it, and what was not private is reported", () => {
    chmodSync(dir, 0o750);
    writeFileSync(join(dir, "open"), "", { mode: 0o644 });
    writeFileSync(join(dir, "closed"), "", { mode: 0o600 });
    symlinkSync("/", join(dir, "link"));
    chmodSync(join(dir, "open"), 0o644);
    expect(makePrivate(dir)).toEqual([
      { path: dir, mode: "0750" },
      { path: join(dir, "open"), mode: "0644" },
    ]);
    expect(statSync(dir).mode & 0o7777).toBe(0o700);
    expect(statSync(join(dir, "open")).mode & 0o7777).toBe(0o600);
    expect(makePrivate(dir)).toEqual([]);
  });

  it("may be absent, or no directory, and is then left to others", () => {
    expect(makePrivate(join(dir, "none"))).toEqual([]);
    writeFileSync(file, "", { mode: 0o644 });
    expect(makePrivate(file)).toEqual([]);
    expect(refusal(() => makePrivate(join(file, "below")))).toMatch(
      /^the data directory .*below cannot be used: ENOTDIR.*; choose another one \(--data-dir\)$/,
    );
  });
});

describe("SQLite", () => {
  it("finds rows by the names of their columns, and none where there are none", () => {
    const db = openSqlite(file);
    db.exec("CREATE TABLE t (a, b)");
    db.run("INSERT INTO t VALUES (?, ?)", 1, "x");
    db.run("INSERT INTO t VALUES (?, ?)", 2, null);
    expect(db.all("SELECT a, b FROM t ORDER BY a")).toMatchObject([
      { a: 1, b: "x" },
      { a: 2, b: null },
    ]);
    expect(db.get("SELECT a FROM t WHERE a = ?", 2)).toMatchObject({ a: 2 });
    expect(db.get("SELECT a FROM t WHERE a = ?", 3)).toBeUndefined();
    db.close();
  });

  it("commits on another thread, and rolls back what was begun, if anything was", async () => {
    const db = openSqlite(file);
    db.exec("CREATE TABLE t (a)");
    db.exec("BEGIN");
    db.run("INSERT INTO t VALUES (1)");
    await db.commit();
    db.exec("BEGIN");
    db.run("INSERT INTO t VALUES (2)");
    rollBack(db);
    rollBack(db);
    expect(db.all("SELECT a FROM t")).toMatchObject([{ a: 1 }]);
    db.close();
  });

  it("gives its lock back when it is closed", () => {
    const db = openSqlite(file);
    db.exec("PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE t (a)");
    db.run("INSERT INTO t VALUES (1)");
    db.close();
    const other = openSqlite(file);
    other.exec("INSERT INTO t VALUES (2)");
    other.close();
  });
});
