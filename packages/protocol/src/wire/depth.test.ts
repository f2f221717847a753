import { describe, expect, it } from "vitest";
import { DEEPEST, shapeFault } from "./depth.js";
import { readEnvelope } from "./envelope.js";

const isTooDeep = (text: string) => shapeFault(text) === "tooDeep";
const nested = (levels: number, open = "[", close = "]") => open.repeat(levels) + close.repeat(levels);

describe("the depth of JSON", () => {
  it.each([
    ["brackets", "[", "]"],
    ["objects", '{"a":', "}"],
  ])("is counted in %s", (_what, open, close) => {
    expect(isTooDeep(nested(DEEPEST, open, close))).toBe(false);
    expect(isTooDeep(nested(DEEPEST + 1, open, close))).toBe(true);
  });

  it("is not the number of brackets, and ignores brackets in strings", () => {
    expect(isTooDeep(`[${nested(10)},${nested(10)},${Array(1_000).fill("[]").join()}]`)).toBe(false);
    const deepest = nested(DEEPEST - 1);
    expect([`[${deepest},${deepest}]`, `[${deepest},[${deepest}]]`].map((text) => isTooDeep(text))).toEqual([
      ...[false, true],
    ]);
    const brackets = "[".repeat(1_000);
    for (const text of [`"${brackets}"`, `"\\"${brackets}"`, `"\\\\\\"${brackets}"`, `{"${brackets}":1}`])
      expect([text, isTooDeep(text)]).toEqual([text, false]);
    expect(isTooDeep(`["\\\\",${nested(DEEPEST)}]`)).toBe(true);
    expect(isTooDeep(`"without end ${brackets}`)).toBe(false);
  });

  it("is bounded for a request, before anything of it is parsed", () => {
    const request = (levels: number) =>
      readEnvelope(`{"jsonrpc":"2.0","id":1,"method":"Echo","params":{"a":${nested(levels)}}}`);
    expect(request(DEEPEST - 2)).toMatchObject({ method: "Echo" });
    expect(request(DEEPEST - 1)).toMatchObject({ id: "null", error: { code: -32700 } });
  });
});

describe("objects and arrays in JSON", () => {
  it("are counted, but not those in strings", () => {
    expect(shapeFault(`[${"{},".repeat(99)}[]]`, 64, 101)).toBeUndefined();
    expect(shapeFault(`[${"{},".repeat(99)}[]]`, 64, 100)).toBe("tooMany");
    expect(shapeFault(`["${"[{".repeat(200)}"]`, 64, 100)).toBeUndefined();
    expect(shapeFault(`[${"[],".repeat(100_000)}1]`)).toBe("tooMany");
  });

  it("are bounded for a request, before anything of it is parsed: half a million take a parser most of a second", () => {
    const request = (count: number) =>
      readEnvelope(`{"jsonrpc":"2.0","id":1,"method":"Echo","params":{"a":[${"{},".repeat(count)}1]}}`);
    expect(request(9_997)).toMatchObject({ method: "Echo" });
    expect(request(9_998)).toMatchObject({
      id: "null",
      error: { code: -32600, message: "Invalid request: a request has at most 10000 objects and arrays" },
    });
  });
});
