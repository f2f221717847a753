import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { tail } from "./tail.js";

let dir: string;
let file: string;
beforeEach(() => {
  dir = scratch();
  file = join(dir, "router.log");
});
const linesOf = async (last: number): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of tail(file, { last })) lines.push(line);
  return lines;
};

describe("the end of a file", () => {
  it.each([
    ["", 3, []],
    ["a\nb\nc\n", 2, ["b", "c"]],
    ["a\nb\nc", 2, ["b", "c"]],
    ["a\n\n\n", 2, ["", ""]],
    ["a\nb\n", 9, ["a", "b"]],
    ["a\nb\n", 0, []],
  ])("of %j, %d lines, is %j", async (text, last, wanted) => {
    writeFileSync(file, text);
    expect(await linesOf(last)).toEqual(wanted);
  });

  it("is bounded for a line of any length, and says that it is cut", async () => {
    writeFileSync(file, `${"A".repeat(4_000_000)}\nlast`);
    const [long = "", last] = await linesOf(2);
    expect(long.length).toBeLessThan(200_000);
    expect([long.includes("A…A"), last]).toEqual([true, "last"]);
  });

  it("is the last lines of any text, also where a chunk cuts a character", async () => {
    const line = fc.stringMatching(/^[a-zäß€😀]{0,12}$/u);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.nat(40), async (lines, last) => {
        // Long enough that its end is in another chunk than its beginning.
        const all = ["€".repeat(22_000), ...lines, "end"];
        writeFileSync(file, `${all.join("\n")}\n`);
        expect(await linesOf(last)).toEqual(last === 0 ? [] : all.slice(-last));
      }),
      { numRuns: 50 },
    );
  });

  it("of a file that is not there is an error", async () => {
    await expect(linesOf(1)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a file that is followed", () => {
  const following = () => {
    const stop = new AbortController();
    const seen: string[] = [];
    let pauses = 0;
    const pause = (signal: AbortSignal) => {
      pauses += 1;
      return sleep(10, true, { signal }).catch(() => false);
    };
    const done = (async () => {
      for await (const line of tail(file, { last: 1, follow: stop.signal, pause })) seen.push(line);
    })();
    /** Resolves when it has looked at all that is there now: the look that is under way may have begun before. */
    const looked = () => {
      const before = pauses;
      return vi.waitFor(() => expect(pauses).toBeGreaterThan(before + 1), 120_000);
    };
    const shows = (...wanted: string[]) => vi.waitFor(() => expect(seen).toEqual(wanted), 120_000);
    const end = () => {
      stop.abort();
      return done;
    };
    return { shows, looked, end, seen };
  };

  it("shows what is added, a line at a time", async () => {
    writeFileSync(file, "old\nlast\n");
    const { shows, looked, end, seen } = following();
    await shows("last");
    appendFileSync(file, "half ");
    await looked();
    expect(seen).toEqual(["last"]);
    appendFileSync(file, "a line\nnext\n");
    await shows("last", "half a line", "next");
    await end();
  });

  it("continues in the file that takes its place, and misses nothing of the old one", async () => {
    writeFileSync(file, "1\n");
    const { shows, looked, end } = following();
    await shows("1");
    renameSync(file, `${file}.1`);
    appendFileSync(`${file}.1`, "2\n3");
    await looked();
    writeFileSync(file, "4\n");
    await shows("1", "2", "3", "4");
    appendFileSync(file, "5\n");
    await shows("1", "2", "3", "4", "5");
    await end();
  });

  it("continues in a file that was emptied", async () => {
    writeFileSync(file, "a long first line\n");
    const { shows, end } = following();
    await shows("a long first line");
    truncateSync(file);
    appendFileSync(file, "b\n");
    await shows("a long first line", "b");
    await end();
  });

  it("is waited for when it is not there, and not for ever", async () => {
    const { shows, looked, end } = following();
    await looked();
    writeFileSync(file, "first\n");
    await shows("first");
    await end();
    rmSync(file);
    const other = following();
    await other.end();
    expect(other.seen).toEqual([]);
  });
});
