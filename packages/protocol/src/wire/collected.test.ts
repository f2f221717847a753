import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { Collected, readAtMost } from "./collected.js";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe("a body that is read up to a limit", () => {
  it.each([
    [["abc"], "abc", true],
    [["abc", "", "de"], "abcde", true],
    [["a", "b", "c", "d", "e", "f", "g"], "abcdef", false],
    [["abcdefg"], "abcdef", false],
    [["", "abcdef"], "abcdef", true],
    [[], "", true],
  ])("of the pieces %j is %j, and all of it: %j", async (pieces, first, whole) => {
    const source = Readable.from(pieces.map((piece) => Buffer.from(piece)));
    const read = await readAtMost(source, 6);
    expect([text(read.bytes), read.whole]).toEqual([first, whole]);
    expect(source.destroyed).toBe(true);
  });

  it("does not change the pieces it was given", () => {
    const shared = Buffer.from("abcdef");
    const collected = new Collected(10);
    for (const at of [0, 1, 2]) collected.add(shared.subarray(at, at + 1));
    collected.add(Buffer.from("xyz"));
    expect([text(collected.bytes), text(shared)]).toEqual(["abcxyz", "abcdef"]);
  });

  it("costs about its size, also byte by byte", () => {
    const collected = new Collected(1_000_000);
    for (let n = 0; n < 1_000_000; n++) collected.add(Uint8Array.of(n));
    expect(collected.bytes.buffer.byteLength).toBeLessThanOrEqual(2_000_000);
    expect([...collected.bytes.subarray(255, 258)]).toEqual([255, 0, 1]);
    expect(collected.add(Uint8Array.of(1))).toBe(false);
  });

  it("ends with the error of its stream", async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error("the connection broke"));
      },
    });
    await expect(readAtMost(broken, 10)).rejects.toThrow("the connection broke");
  });
});
