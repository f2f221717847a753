import { integer } from "@pilothouse/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytes, span, timeSpan, timeSpanFor } from "./units.js";

describe("units", () => {
  it.each([
    [0, "0 B"],
    [0.4, "0 B"],
    [1_023, "1023 B"],
    [1_024, "1.00 KiB"],
    [1_536, "1.50 KiB"],
    [10_240, "10.0 KiB"],
    [5 * 1_024 ** 3, "5.00 GiB"],
  ])("of %d bytes are %s", (value, shown) => {
    expect(bytes(value)).toBe(shown);
  });

  it.each([
    [0, "0 s"],
    [999, "0 s"],
    [61_000, "1 min 1 s"],
    [3_600_000, "1 h"],
    [90_061_000, "1 d 1 h"],
  ])("of %d ms are %s", (ms, shown) => {
    expect(span(ms)).toBe(shown);
  });

  it.each([
    ["60s", 60_000],
    ["15m", 900_000],
    ["15 min", 900_000],
    ["1h", 3_600_000],
    ["7d", 604_800_000],
    ["1500ms", 1_500],
    ["1500", 1_500],
  ])("read %s as a length of time", (text, ms) => {
    expect(timeSpan(text)).toBe(ms);
  });

  it("read nothing else as one", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/^\s*\d{1,12}\s*(ms|s|m|min|h|d)?\s*$/i.test(text)),
        (text) => {
          expect(() => timeSpan(text)).toThrow("is not a length of time");
        },
      ),
    );
  });

  it("name the option and what it wants where a length of time is out of bounds", () => {
    const hours = integer(3_600_000, 7_200_000);
    expect(timeSpanFor("--expires", "90m", hours)).toBe(5_400_000);
    for (const text of ["59m", "3h"])
      expect(() => timeSpanFor("--expires", text, hours)).toThrow(
        `--expires wants a time from 1 h to 2 h, got ${text}`,
      );
  });
});
