import fs, { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { killedBefore } from "../testing/killed.js";
import { type FileChange, FileChanges } from "./file-changes.js";

const BEFORE = { "a.conf": "old a", "gone.conf": "old", "kept.conf": "theirs" };
const AFTER = { "a.conf": "new a", "b.conf": "b", "kept.conf": "theirs" };

function place() {
  const dir = scratch();
  const data = join(dir, "data");
  for (const name of ["data", "control"]) mkdirSync(join(dir, name));
  for (const [name, text] of Object.entries(BEFORE)) writeFileSync(join(data, name), text, { mode: 0o640 });
  const changes: readonly FileChange[] = [
    { path: join(data, "a.conf"), becomes: "new a", mode: 0o600 },
    { path: join(data, "b.conf"), becomes: "b", mode: 0o600 },
    { path: join(data, "gone.conf"), becomes: undefined, mode: 0o600 },
  ];
  const files = () =>
    Object.fromEntries(readdirSync(data).map((name) => [name, readFileSync(join(data, name), "utf8")]));
  return { data, changes, files, control: join(dir, "control"), made: new FileChanges(join(dir, "control")) };
}

describe("files that change together", () => {
  it("change, keep their owner and mode, and leave nothing behind", () => {
    const { data, changes, files, control, made } = place();
    const pending = made.prepare(changes, true);
    expect(files()).toMatchObject(BEFORE);
    expect(pending.isBegun).toBe(false);
    pending.apply();
    expect(pending.isBegun).toBe(true);
    pending.keep();
    expect(files()).toEqual(AFTER);
    expect(statSync(join(data, "a.conf")).mode & 0o777).toBe(0o640);
    expect(statSync(join(data, "b.conf")).mode & 0o777).toBe(0o600);
    expect(readdirSync(control)).toEqual([]);
  });

  it("are put back, the very same files", () => {
    const { data, changes, files, made } = place();
    const { ino } = statSync(join(data, "a.conf"));
    const pending = made.prepare(changes, true);
    pending.apply();
    pending.putBack();
    expect(files()).toEqual(BEFORE);
    expect(statSync(join(data, "a.conf")).ino).toBe(ino);
  });

  it("all or none of them, wherever the service is killed", async () => {
    let steps: number | undefined;
    for (let nth = 0; steps === undefined; nth++) {
      const { changes, files, control, made } = place();
      steps = await killedBefore(nth, () => {
        const pending = made.prepare(changes, true);
        pending.apply();
        pending.keep();
      });
      // Killed again while it puts things back, and then once more.
      for (let again = 0; again < 3; again++)
        await killedBefore(nth % 7, () => new FileChanges(control).pending()?.putBack());
      new FileChanges(control).pending()?.putBack();
      expect([BEFORE, AFTER]).toContainEqual(files());
      if (steps !== undefined) expect(files()).toEqual(AFTER);
      expect(readdirSync(control)).toEqual([]);
    }
    expect(steps).toBeGreaterThan(20);
  });

  it("keep aside what would be lost with what is put back", () => {
    const { data, control, made } = place();
    const [path, aside] = [join(data, "new.dat"), join(control, "keys", "new.dat")];
    const pending = made.prepare([{ path, becomes: undefined, mode: 0o600, aside }], true);
    pending.apply();
    writeFileSync(path, "a key that the router made");
    pending.putBack();
    expect(readFileSync(aside, "utf8")).toBe("a key that the router made");
    expect(readdirSync(data)).not.toContain("new.dat");
  });

  it("are not touched when one of them cannot be written, and that is said", () => {
    const { changes, files, control, made } = place();
    const { linkSync } = fs;
    const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    fs.linkSync = () => {
      throw full;
    };
    syncBuiltinESMExports();
    try {
      expect(() => made.prepare(changes, true)).toThrow(
        "Nothing was changed, because a file cannot be written",
      );
    } finally {
      fs.linkSync = linkSync;
      syncBuiltinESMExports();
    }
    expect(files()).toEqual(BEFORE);
    expect(readdirSync(control)).toEqual([]);
  });

  it("are not touched when one of them is a link", () => {
    const { data, changes, files, control, made } = place();
    symlinkSync("/etc/passwd", join(data, "link"));
    const link = { path: join(data, "link"), becomes: "x", mode: 0o600 };
    expect(() => made.prepare([...changes, link], true)).toThrow("not a regular file");
    expect(files()).toMatchObject(BEFORE);
    expect(readdirSync(data)).toHaveLength(4);
    expect(readdirSync(control)).toEqual([]);
  });
});
