import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { scratch } from "../testing/scratch.js";
import { directoryAccess, makeGuarded, writeGuarded } from "./guarded.js";

let dir: string;
let file: string;
beforeEach(() => {
  dir = scratch();
  file = join(dir, "file");
});
const uid = process.getuid?.() ?? 0;
const gid = process.getgid?.() ?? 0;
const access = (mode: number) => ({ uid, gid, mode });
const modeOf = (path: string) => statSync(path).mode & 0o7777;

describe("A file in a place that nobody else can change", () => {
  it("is written with its mode, in place of what was there", () => {
    writeGuarded(file, "new", access(0o640));
    expect([readFileSync(file, "utf8"), modeOf(file)]).toEqual(["new", 0o640]);
    const other = join(dir, "other");
    writeFileSync(other, "other", { mode: 0o600 });
    rmSync(file);
    symlinkSync(other, file);
    writeGuarded(file, "newer", access(0o644));
    expect([readFileSync(other, "utf8"), modeOf(other)]).toEqual(["other", 0o600]);
    expect(readdirSync(dir).sort()).toEqual(["file", "other"]);
  });

  it("is not touched where others may write, or behind a link that leads there", () => {
    const open = join(dir, "open");
    mkdirSync(join(open, "below"), { recursive: true });
    chmodSync(open, 0o777);
    symlinkSync(open, join(dir, "link"));
    for (const folder of [open, join(open, "below"), join(dir, "link", "below")]) {
      const path = join(folder, "file");
      writeFileSync(path, "old");
      for (const work of [
        () => writeGuarded(path, "new", access(0o600)),
        () => makeGuarded(join(folder, "made"), access(0o700)),
        () => directoryAccess(join(folder, "made")),
      ])
        expect(work).toThrow(`${open} can be written by others than its owner (0777)`);
      expect(readFileSync(path, "utf8")).toBe("old");
    }
  });
});

describe("A folder in such a place", () => {
  it("is made or changed, and is no link", () => {
    const folder = join(dir, "folder");
    makeGuarded(folder, access(0o750));
    expect(modeOf(folder)).toBe(0o750);
    makeGuarded(folder, access(0o700));
    expect(directoryAccess(folder)).toEqual(access(0o700));
    expect(directoryAccess(join(dir, "none"))).toBeUndefined();
    symlinkSync(folder, join(dir, "link"));
    expect(() => makeGuarded(join(dir, "link"), access(0o777))).toThrow("is not a directory; move it away");
  });
});
