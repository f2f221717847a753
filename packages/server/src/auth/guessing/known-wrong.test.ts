import { describe, expect, it } from "vitest";
import { KnownWrong } from "./known-wrong.js";

describe("passwords that are known to be wrong", () => {
  it("are known for the address that tried them, until all are forgotten", () => {
    const known = new KnownWrong();
    known.add("a", "x");
    expect([known.has("a", "x"), known.has("a", "x")]).toEqual([true, true]);
    expect([known.has("b", "x"), known.has("a", "y"), known.has("ax", "")]).toEqual([false, false, false]);
    known.clear();
    expect(known.has("a", "x")).toBe(false);
  });

  it("are the last ten thousand; one that was asked for again counts as new", () => {
    const known = new KnownWrong();
    for (let n = 0; n < 10_000; n++) known.add("a", `${n}`);
    expect([known.has("a", "0"), known.has("a", "1")]).toEqual([true, true]);
    known.add("a", "new");
    expect([known.has("a", "2"), known.has("a", "0"), known.has("a", "1"), known.has("a", "3")]).toEqual([
      ...[false, true, true, true],
    ]);
  });
});
