import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const TEST_FILE = /\.(?:test|fleet-test|router-test)\.tsx?$/;

interface Promised {
  readonly what: string;
  /** The paths that the row names as its tests. */
  readonly tests: readonly string[];
}

/** The rows of every table of a document whose last column is "Shown by". */
function promisesOf(document: string): Promised[] {
  const rows: Promised[] = [];
  let isPromises = false;
  for (const line of readFileSync(join(root, document), "utf8").split("\n")) {
    if (!line.startsWith("|")) isPromises = false;
    else if (line.endsWith("| Shown by |")) isPromises = true;
    else if (isPromises && !line.startsWith("| ---")) {
      const cells = line.split("|").map((cell) => cell.trim());
      const tests = [...(cells.at(-2) ?? "").matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
      rows.push({ what: cells[1] ?? "", tests });
    }
  }
  return rows;
}

const holdsTests = (path: string): boolean =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).some((file) => TEST_FILE.test(file))
    : TEST_FILE.test(path);

describe.each(["SECURITY.md", "docs/threat-model.md"])("Each promise of %s", (document) => {
  const promises = promisesOf(document);

  it("names a test", () => {
    expect(promises.length).toBeGreaterThan(10);
    expect(promises.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it("names only tests that exist", () => {
    const missing = promises.flatMap(({ tests }) =>
      tests.filter((path) => !existsSync(join(root, path)) || !holdsTests(join(root, path))),
    );
    expect(missing).toEqual([]);
  });
});
