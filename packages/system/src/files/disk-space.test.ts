import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkSpace, fileSystemOf, nearestDirectory } from "./disk-space.js";

const MIB = 2 ** 20;
const GOOD = { free: 50_000 * MIB, size: 100_000 * MIB, freeFiles: 90_000, files: 100_000, readOnly: false };
const NEED = { bytes: 16 * MIB, files: 50 };

describe("the room on a disk", () => {
  it.each([
    [{}, ["ok"]],
    [{ free: 0 }, ["problem"]],
    [{ free: 15 * MIB }, ["problem"]],
    [{ free: 17 * MIB }, ["warning"]],
    [{ free: 1_900 * MIB }, ["warning"]],
    [{ free: 2_100 * MIB }, ["ok"]],
    [{ freeFiles: 49 }, ["problem"]],
    [{ free: 0, freeFiles: 0 }, ["problem", "problem"]],
    // Such a file system makes room for files as they are needed.
    [{ freeFiles: 0, files: 0 }, ["ok"]],
    [{ readOnly: true }, ["problem"]],
  ])("with %o is %j", (given, levels) => {
    const found = checkSpace("/data", { ...GOOD, ...given }, NEED);
    expect(found.map(({ level }) => level)).toEqual(levels);
  });

  it("is asked of the nearest directory that is there", () => {
    const nearest = nearestDirectory(join(tmpdir(), "not", "there"));
    expect(nearest).toBe(tmpdir());
    expect(fileSystemOf(nearest).size).toBeGreaterThan(0);
  });
});
