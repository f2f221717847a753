import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makePrivate } from "./private-directory.js";

const SOMEBODY = 54_321;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pilothouse-private-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

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
