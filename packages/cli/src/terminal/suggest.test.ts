import { describe, expect, it } from "vitest";
import { meant } from "./suggest.js";

describe("a guess at what was meant", () => {
  const known = ["bw.in", "bw.out", "bw.share", "ntcp.port", "ssu.port"];

  it.each([
    ["bw.inn", "did you mean bw.in?"],
    ["BW.IN", "did you mean bw.in?"],
    ["ntpc.port", "did you mean ntcp.port?"],
    ["s.port", "did you mean ssu.port?"],
  ])("of %s is %s", (typed, guess) => {
    expect(meant(typed, known)).toBe(guess);
  });

  it("is not made where nothing is near", () => {
    expect(meant("elephant", known)).toBeUndefined();
    expect(meant("x", [])).toBeUndefined();
  });
});
