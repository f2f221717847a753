import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
/** Few enough to be quick, and one of them (the second) is answered otherwise by a router that refuses bw.in. */
const SOME = ["--only", "settings.atomic", "--cases", "closing twice does no harm"];

/** A directory as Java I2P's installer leaves it, whose wrapper starts the stand-in. */
function installation(how: string): string {
  const dir = scratch();
  const standIn = join(import.meta.dirname, "stand-in.mjs");
  writeFileSync(join(dir, "i2psvc"), `#!/bin/sh\nexec "${process.execPath}" "${standIn}" ${how} "$@"\n`);
  chmodSync(join(dir, "i2psvc"), 0o755);
  writeFileSync(join(dir, "wrapper.config"), "");
  return dir;
}

/** `npm run java-i2p`, with a copy of the page that it writes. */
async function run(...args: readonly string[]) {
  const page = join(scratch(), "routers.md");
  copyFileSync(join(root, "docs/routers.md"), page);
  const before = readFileSync(page, "utf8");
  const script = join(root, "scripts/java-i2p/java-i2p.mjs");
  const child = spawn(process.execPath, [script, ...args, "--page", page], { cwd: root });
  const code = new Promise((done) => child.once("close", done));
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, complaint, before, page: readFileSync(page, "utf8") };
}

describe("npm run java-i2p", () => {
  it("finds that a double is the same as itself, and writes so with the version", async () => {
    const { code, out, complaint, page, before } = await run(installation("well"), ...SOME);
    expect([code, out], complaint).toEqual([0, "0 rows differ between Java I2P 2.13.0-3 and the double\n"]);
    expect(page).toContain("started Java I2P 2.13.0-3 on ");
    expect(page).toContain("They differ in nothing.\n");
    // The rest of the page is as it was.
    const section = /\n?<!-- made by npm run java-i2p -->[\s\S]*<!-- end of npm run java-i2p -->\n/;
    expect(page.replace(section, "")).toBe(before.replace(section, ""));
  });

  it("prints the rows that differ, and writes their names and outcomes", async () => {
    const { code, out, complaint, page } = await run(installation("differs"), ...SOME);
    expect(code, complaint).toBe(1);
    expect(out).toMatch(
      /^settings\.atomic\.bad-last\n {2}real: {3}\w.*\n {2}double: fail, HTTP 200, application\/json: /m,
    );
    expect(page).toMatch(/^\| settings\.atomic\.bad-last \| \w+ \| fail/m);
    expect(page).not.toContain("HTTP 200, application/json");
  });

  it.each([
    [
      "does not start",
      "fails",
      /Java I2P did not start: exit code 3; its log ends with\nSTATUS \| There is no java here/,
    ],
    ["never answers", "hangs", /Java I2P did not answer within 3 s; it wrote no log/],
    ["dies while it is judged", "dies", /Java I2P ended while it was judged: exit code 9/],
  ])("says so when the router %s, and leaves the page as it is", async (_what, how, words) => {
    const { code, complaint, page, before } = await run(
      installation(how),
      ...SOME,
      ...(how === "hangs" ? ["--ready", "3"] : []),
    );
    expect(complaint).toMatch(words);
    expect([code, page]).toEqual([1, before]);
  });

  it.each([
    ["no directory", [], /DIR is an installed Java I2P/],
    [
      "what is not a directory",
      [join(import.meta.dirname, "stand-in.mjs")],
      /stand-in\.mjs is not a directory/,
    ],
    ["a directory without a router", [import.meta.dirname], /has no i2psvc that this user may run/],
    ["an unknown option", [".", "--fast"], /--fast/],
    ["a wait that is none", [".", "--ready", "soon"], /--ready wants a number of seconds, got soon/],
  ])("refuses %s", async (_what, args, words) => {
    const { code, complaint } = await run(...args);
    expect([code, complaint]).toEqual([2, expect.stringMatching(words)]);
  });
});
