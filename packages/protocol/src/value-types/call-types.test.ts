import { describe, expect, it } from "vitest";
import { apiVersion, PERIOD, period } from "./call-types.js";

describe("the version of the interface", () => {
  it("is 1, also as a string", () => {
    expect([1, "1"].map(apiVersion.read)).toEqual([1, 1]);
    for (const value of [2, "2", "01", true, null]) expect(() => apiVersion.read(value)).toThrow("wants 1");
    expect(apiVersion.write(1)).toBe("1");
  });
});

describe("a period", () => {
  it.each([PERIOD.least, PERIOD.most, 15_000])("may be %i ms, also as a string of digits", (ms) => {
    expect([ms, String(ms)].map(period.read)).toEqual([ms, ms]);
    expect(period.write(ms)).toBe(String(ms));
  });

  it.each([
    ...[PERIOD.least - 1, PERIOD.most + 1, 0, -1, 1_500.5, Number.NaN, null, [15_000]],
    ...["", "015000", "+15000", "15000 ", " 15000", "15000ms", "1.5e4", "999", "x15000", "9".repeat(17)],
  ])("may not be %j", (value) => {
    expect(() => period.read(value)).toThrow("wants");
  });
});
