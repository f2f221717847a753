import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const KIT = "packages/conformance/src/kit.ts";
const CHANGELOG = "# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0\n\n- The first.\n";

/** A small repository with the real script, in which the test says what "npm test" and the rest do. */
function repository(scripts: { readonly [name: string]: string } = {}) {
  const dir = scratch();
  const write = (file: string, content: object | string) =>
    writeFileSync(
      join(dir, file),
      typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`,
    );
  for (const file of [
    "scripts/release/release.mjs",
    "scripts/prepare.mjs",
    "packaging/release.mjs",
    "packaging/maintainer.mjs",
    "packaging/tree.mjs",
  ])
    cpSync(join(root, file), join(dir, file));
  mkdirSync(join(dir, "packages/cli"), { recursive: true });
  const cli = {
    name: "@pilothouse/cli",
    version: "0.1.0",
    dependencies: { "@pilothouse/client": "0.1.0", x: "1.0.0" },
  };
  const nothing = "node -e 0";
  write("package.json", {
    version: "0.1.0",
    author: "Nobody <nobody@example.org>",
    type: "module",
    scripts: { texts: nothing, test: nothing, generate: nothing, package: nothing, ...scripts },
  });
  write("packages/cli/package.json", cli);
  write("package-lock.json", {
    version: "0.1.0",
    packages: { "": { version: "0.1.0" }, "packages/cli": cli, "node_modules/x": { version: "0.1.0" } },
  });
  write("CHANGELOG.md", CHANGELOG);
  mkdirSync(join(dir, "packages/conformance/src"), { recursive: true });
  write("packages/conformance/package.json", { name: "i2pcontrol-conformance", version: "0.1.0" });
  cpSync(join(root, KIT), join(dir, KIT));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: dir, encoding: "utf8" }).trim();
  git("init", "--quiet");
  git("config", "user.email", "nobody@example.org");
  git("config", "user.name", "Nobody");
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");
  const release = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/release/release.mjs", ...args], { cwd: dir, encoding: "utf8" });
  const read = (file: string) => readFileSync(join(dir, file), "utf8");
  return { write, git, release, read };
}

describe("npm run release", () => {
  it("writes version and changelog everywhere, commits and tags", () => {
    const { git, release, read } = repository();
    expect(release("0.2.0")).toMatchObject({ status: 0 });
    expect(git("tag", "--points-at", "HEAD")).toBe("v0.2.0");
    expect(git("status", "--porcelain")).toBe("");
    expect(JSON.parse(read("package.json")).version).toBe("0.2.0");
    const cli = { version: "0.2.0", dependencies: { "@pilothouse/client": "0.2.0", x: "1.0.0" } };
    expect(JSON.parse(read("packages/cli/package.json"))).toMatchObject(cli);
    expect(JSON.parse(read("package-lock.json"))).toMatchObject({
      version: "0.2.0",
      packages: { "": { version: "0.2.0" }, "packages/cli": cli, "node_modules/x": { version: "0.1.0" } },
    });
    expect(read(KIT)).toContain('  version: "0.2.0",\n');
    expect(read("CHANGELOG.md")).toMatch(
      /^# Changelog\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something new\.\n\n## 0\.1\.0\n/,
    );
  });

  it("releases a version that was written before, but never tagged, once", () => {
    const { git, release, read } = repository();
    release("0.2.0");
    git("tag", "--delete", "v0.2.0");
    expect(release("0.2.0")).toMatchObject({ status: 0 });
    expect(git("tag", "--points-at", "HEAD")).toBe("v0.2.0");
    expect(git("status", "--porcelain")).toBe("");
    expect(read("CHANGELOG.md").match(/^## .*/gm)).toEqual([
      expect.stringMatching(/^## 0\.2\.0 \(/),
      "## 0.1.0",
    ]);
    expect(release("0.2.0")).toMatchObject({ status: 1, stderr: expect.stringContaining("v0.2.0 is there") });
  });

  it.each([
    ["no version", [], "Which version?"],
    ["a word", ["next"], "Which version?"],
    ["the same version", ["0.1.0"], "does not come after 0.1.0"],
    ["an earlier version", ["0.0.9"], "does not come after 0.1.0"],
  ])("refuses %s, and changes nothing", (_what, args, why) => {
    const { git, release } = repository();
    expect(release(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(why) });
    expect(git("rev-list", "--count", "HEAD")).toBe("1");
    expect(git("status", "--porcelain")).toBe("");
  });

  it.each([[undefined], ["Nobody"]])(
    "refuses the author %j, because the Debian package names the author",
    (author) => {
      const { git, release, read, write } = repository();
      write("package.json", { ...JSON.parse(read("package.json")), author });
      git("commit", "--quiet", "--all", "--message", "second");
      expect(release("0.2.0")).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('"NAME <ADDRESS>"'),
      });
      expect(git("rev-list", "--count", "HEAD")).toBe("2");
    },
  );

  it("refuses a tree with changes, an empty changelog, missing texts and tests that fail", () => {
    const dirty = repository();
    dirty.write("new.txt", "x");
    expect(dirty.release("0.2.0")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("not committed"),
    });

    const silent = repository();
    silent.write("CHANGELOG.md", CHANGELOG.replace("- Something new.\n", ""));
    silent.git("commit", "--quiet", "--all", "--message", "second");
    expect(silent.release("0.2.0")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Unreleased"),
    });

    for (const red of [
      repository({ texts: "node -e process.exit(3)" }),
      // The tests fail once they meet the new version.
      repository({ test: "grep -q 0.1.0 packages/conformance/package.json" }),
    ]) {
      expect(red.release("0.2.0").status).not.toBe(0);
      expect(red.git("status", "--porcelain")).toBe("");
      expect(red.git("tag")).toBe("");
    }
  });
});
