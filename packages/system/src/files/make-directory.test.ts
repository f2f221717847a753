import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch } from "../testing/scratch.js";
import { makeDirectory } from "./make-directory.js";

describe("making a directory", () => {
  let place: string;
  beforeAll(() => {
    place = scratch();
  });
  it("makes those above it as well, all with the mode that is given, and takes what is there", () => {
    const path = join(place, "not", "yet", "there");
    makeDirectory(path, 0o700);
    makeDirectory(path, 0o700);
    for (const one of [path, join(place, "not")]) expect(statSync(one).mode & 0o777).toBe(0o700);
    symlinkSync(path, join(place, "link"));
    makeDirectory(join(place, "link"));
  });

  it("fails where a file is in the way, or the system makes no directories", () => {
    const file = join(place, "file");
    writeFileSync(file, "");
    expect(() => makeDirectory(file)).toThrow("EEXIST");
    expect(() => makeDirectory(join(file, "below"))).toThrow("ENOTDIR");
    expect(() => makeDirectory("/proc/pilothouse")).toThrow(/E(NOENT|ACCES|PERM)/);
    expect(() => makeDirectory("/proc/pilothouse/below")).toThrow(/E(NOENT|ACCES|PERM)/);
  });
});
