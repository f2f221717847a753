import { chmodSync, chownSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makePrivate } from "./private-directory.js";
import { StoreError } from "./store-error.js";

const SOMEBODY = 54_321;
let dir: string;
beforeEach(() => {
  dir = scratch();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("A data directory of another user", () => {
  it("is refused, with the user it belongs to", () => {
    const { uid } = statSync(dir);
    vi.spyOn(process, "getuid").mockReturnValue(uid + 1);
    expect(() => makePrivate(dir)).toThrow(
      new StoreError(
        `${dir} belongs to another user (${uid}; this is ${uid + 1}); run the service as that user, or if it is yours to take: chown ${uid + 1} ${dir}`,
      ),
    );
  });
});

describe("In a data directory", () => {
  it("what the system puts there keeps its mode", () => {
    const path = join(dir, "lost+found");
    mkdirSync(path);
    chmodSync(path, 0o755);
    expect(makePrivate(dir)).toEqual([]);
    expect(statSync(path).mode & 0o777).toBe(0o755);
  });

  it("nothing is changed on a system without users", () => {
    chmodSync(dir, 0o755);
    vi.stubGlobal("process", { ...process, getuid: undefined });
    expect(makePrivate(dir)).toEqual([]);
    expect(statSync(dir).mode & 0o777).toBe(0o755);
  });
});

describe.runIf(process.getuid?.() === 0)("A data directory", () => {
  it("is refused when something in it belongs to another user, except what the system puts there", () => {
    const theirs = (name: string) => {
      mkdirSync(join(dir, name));
      chownSync(join(dir, name), SOMEBODY, SOMEBODY);
    };
    theirs("lost+found");
    expect(makePrivate(dir)).toEqual([]);
    theirs("something");
    const path = join(dir, "something");
    expect(() => makePrivate(dir)).toThrow(
      `${path} belongs to another user (${SOMEBODY}; this is 0); run the service as that user, or if it is yours to take: chown 0 ${path}`,
    );
    expect(() => makePrivate(dir)).not.toThrow("cannot be used");
  });
});
