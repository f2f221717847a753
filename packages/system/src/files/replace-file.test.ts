import { chmod, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { scratch } from "../testing/scratch.js";
import { textOf } from "./plain-file.js";
import { replaceFile, sweepDrafts } from "./replace-file.js";

let dir: string;
let file: string;
beforeEach(async () => {
  dir = scratch();
  file = join(dir, "i2pd.conf");
});
const mode = async () => (await stat(file)).mode & 0o777;

describe("a file that is replaced", () => {
  it("is for its owner alone when it is new", async () => {
    replaceFile(file, "new");
    expect(await textOf(file)).toBe("new");
    expect(await mode()).toBe(0o600);
  });

  it("keeps its mode, unless another is given", async () => {
    await writeFile(file, "old");
    await chmod(file, 0o664);
    replaceFile(file, "new");
    expect(await mode()).toBe(0o664);
    replaceFile(file, "newer", { mode: 0o640 });
    expect(await mode()).toBe(0o640);
    expect(await readdir(dir)).toEqual(["i2pd.conf"]);
  });

  it("stays where a link to it points", async () => {
    const link = join(dir, "link");
    await writeFile(file, "old");
    await symlink(file, link);
    replaceFile(link, "new");
    expect(await readlink(link)).toBe(file);
    expect(await readFile(file, "utf8")).toBe("new");
  });

  it("is the old one, without leftover files, when that fails", async () => {
    await writeFile(file, "old");
    expect(() => replaceFile(file, 7 as never)).toThrow();
    expect(await textOf(file)).toBe("old");
    expect(await readdir(dir)).toEqual(["i2pd.conf"]);
    expect(() => replaceFile(join(dir, "none", "x"), "new")).toThrow("ENOENT");
  });

  it("loses the leftover files of a killed writer, and nothing else", async () => {
    const others = ["i2pd.conf", "i2pd.conf.d", "i2pd.conf.old", "i2pd.conf.20261115", "x.0123456789ab"];
    for (const name of [...others, "i2pd.conf.0123456789ab"]) await writeFile(join(dir, name), "");
    sweepDrafts(file);
    expect(await readdir(dir)).toEqual(others.sort());
    sweepDrafts(join(dir, "none", "x"));
  });

  it("has no text when it is not there", async () => {
    expect(await textOf(join(dir, "none"))).toBeUndefined();
  });
});
