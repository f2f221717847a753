import { execFileSync } from "node:child_process";
import { constants, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { scratch } from "../testing/scratch.js";
import { NotPlain, readPlainFile, textAt, withPlainFile } from "./plain-file.js";

let dir: string;
let file: string;
beforeEach(() => {
  dir = scratch();
  file = join(dir, "file");
});
describe("A plain file", () => {
  it("is read whole, or as much as is wanted", () => {
    writeFileSync(file, "content");
    expect(String(readPlainFile(file))).toBe("content");
    expect(String(readPlainFile(file, 3))).toBe("con");
    expect(String(readPlainFile(file, 100))).toBe("content");
    writeFileSync(file, Buffer.alloc(100_000));
    expect(readPlainFile(file)).toHaveLength(100_000);
  });

  it("may be absent, and is not made by being read", () => {
    expect(readPlainFile(file)).toBeUndefined();
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  it("is made private to its owner on request", () => {
    expect(withPlainFile(file, { flags: constants.O_RDWR | constants.O_CREAT }, () => 5)).toBe(5);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is closed, also when the work fails", () => {
    writeFileSync(file, "");
    let opened = -1;
    const failing = () =>
      withPlainFile(file, {}, (handle) => {
        opened = handle;
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(() => readFileSync(opened)).toThrow("EBADF");
  });

  it.each([
    ["a link", () => symlinkSync(join(dir, "elsewhere"), file), "is a symbolic link; move it away"],
    ["a directory", () => mkdirSync(file), "is not a regular file; move it away"],
    ["a FIFO", () => execFileSync("mkfifo", [file]), "is not a regular file; move it away"],
    [
      "a second name",
      () => {
        writeFileSync(join(dir, "first"), "");
        linkSync(join(dir, "first"), file);
      },
      "is a hard link to another file; move it away",
    ],
  ])("is not %s", (_what, make, why) => {
    make();
    expect(() => readPlainFile(file)).toThrow(new NotPlain(`${file} ${why}`));
    expect(() => withPlainFile(file, { flags: constants.O_WRONLY }, () => {})).toThrow(NotPlain);
  });

  it("may be reached by a link where a person may have put one, and is still no FIFO", () => {
    writeFileSync(join(dir, "first"), "content");
    symlinkSync(join(dir, "first"), file);
    expect(textAt(file)).toBe("content");
    expect(textAt(join(dir, "none"))).toBeUndefined();
    execFileSync("mkfifo", [join(dir, "fifo")]);
    expect(() => textAt(join(dir, "fifo"))).toThrow(NotPlain);
  });

  it("that cannot be opened is reported in the system's words", () => {
    writeFileSync(file, "");
    expect(() => readPlainFile(join(file, "below"))).toThrow("ENOTDIR");
  });
});
