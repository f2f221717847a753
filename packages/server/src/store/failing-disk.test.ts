import { scratch } from "@pilothouse/system/testing/scratch";
import Libsql from "libsql";
import AsyncLibsql from "libsql/promise";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Store, StoreError } from "./store.js";
import { putValue, readValue } from "./values.js";

/**
 * What a disk does that fails at a commit, one after the other: before anything of it is there, or when all of it
 * is and only the last sync fails. `unreadable` also takes the look at what is there. (tests/faults lets the real
 * calls fail.)
 */
type Fault = "before" | "after" | "after, unreadable" | "before, unreadable" | undefined;
const faults: Fault[] = [];
let unreadable = 0;

let dir: string;
let store: Store;
beforeEach(() => {
  faults.length = 0;
  unreadable = 0;
  const { exec } = AsyncLibsql.prototype;
  vi.spyOn(AsyncLibsql.prototype, "exec").mockImplementation(async function (this: AsyncLibsql, sql) {
    const fault = faults.shift();
    if (fault === undefined || fault.startsWith("after")) await exec.call(this, sql);
    if (fault === undefined) return this;
    if (fault.endsWith("unreadable")) unreadable = 1;
    throw new Error(`disk I/O error (${fault})`);
  });
  const { prepare } = Libsql.prototype;
  vi.spyOn(Libsql.prototype, "prepare").mockImplementation(function (this: Libsql.Database, sql) {
    const statement = prepare.call(this, sql);
    const all = statement.all.bind(statement) as (...values: unknown[]) => unknown[];
    statement.all = (...values: unknown[]) => {
      if (sql.includes("FROM value") && unreadable-- > 0) throw new Error("disk I/O error (reading)");
      return all(...values);
    };
    return statement;
  });
  dir = scratch();
  store = Store.open(dir);
});
afterEach(async () => {
  await store.close();
  vi.restoreAllMocks();
});

const write = (name: string) => store.write((db) => putValue(db, name, "written"));
const outcome = (writing: Promise<void>) =>
  writing.then(
    () => "written",
    (error: Error) => error.message,
  );
const UNKNOWN =
  "the disk failed in the middle of a write, and the change may turn out to be made or not made";
const NO_MORE = `${UNKNOWN}; nothing more is written to the store: check the disk, then restart the service`;

describe("A commit that fails", () => {
  it("before it is there is refused, and the next goes well", async () => {
    faults.push("before");
    expect(await outcome(write("a"))).toBe("disk I/O error (before)");
    expect(readValue(store, "a")).toBeUndefined();
    expect(await outcome(write("b"))).toBe("written");
  });

  it("when it is there is made durable by one more, and answered", async () => {
    faults.push("after");
    expect(await Promise.all(["a", "b"].map((name) => outcome(write(name))))).toEqual(["written", "written"]);
    expect(faults).toEqual([]);
    // One that changes nothing would not be synced.
    expect(readValue(store, "store.commit")).toBe("2");
    expect(await outcome(write("c"))).toBe("written");
    expect(["a", "b", "c"].map((name) => readValue(store, name))).toEqual(Array(3).fill("written"));
  });

  it("when it is there, and so does the one more, is unknown, and nothing is written any more", async () => {
    faults.push("after", "before");
    const failed = write("a");
    await expect(failed).rejects.toBeInstanceOf(StoreError);
    await expect(failed).rejects.toMatchObject({
      ...{ inUse: false, cause: { message: "disk I/O error (before)" } },
    });
    expect(await outcome(failed)).toBe(NO_MORE);
    expect(await outcome(write("b"))).toBe(NO_MORE);
    expect(readValue(store, "b")).toBeUndefined();
  });

  it("and cannot be checked is unknown; if it was not saved, the next write succeeds", async () => {
    faults.push("before, unreadable");
    const failed = write("a");
    expect(await outcome(failed)).toBe(UNKNOWN);
    await expect(failed).rejects.toMatchObject({
      ...{ inUse: false, cause: { message: "disk I/O error (before, unreadable)" } },
    });
    expect(await outcome(write("b"))).toBe("written");
    expect([readValue(store, "a"), readValue(store, "b")]).toEqual([undefined, "written"]);
  });

  it("and cannot be checked is unknown; if it was saved, nothing is written any more", async () => {
    faults.push("after, unreadable");
    expect(await outcome(write("a"))).toBe(UNKNOWN);
    expect(await outcome(write("b"))).toBe(NO_MORE);
    expect(await outcome(write("c"))).toBe(NO_MORE);
    expect([readValue(store, "a"), readValue(store, "b")]).toEqual(["written", undefined]);
  });

  it("is found to be there when the next cannot even begin", async () => {
    faults.push("after, unreadable");
    expect(await outcome(write("a"))).toBe(UNKNOWN);
    unreadable = 1;
    expect(await outcome(write("b"))).toBe(NO_MORE);
  });

  it("with nothing to write is no commit", async () => {
    await expect(
      store.write(() => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(readValue(store, "store.commit")).toBeUndefined();
    await write("a");
    await write("b");
    expect(readValue(store, "store.commit")).toBe("2");
  });

  it("is counted on from where the last start ended", async () => {
    await write("password");
    await store.write((db) => putValue(db, "password", "1"));
    await store.close();
    store = Store.open(dir);
    faults.push("after");
    expect(await outcome(write("a"))).toBe("written");
  });

  it("takes those with it that waited for it, and no later ones", async () => {
    faults.push("before");
    const first = [write("a"), write("b")].map(outcome);
    expect(await Promise.all(first)).toEqual(Array(2).fill("disk I/O error (before)"));
    expect(await outcome(write("c"))).toBe("written");
  });
});
