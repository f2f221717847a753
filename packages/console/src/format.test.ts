import { describe, expect, it } from "vitest";
import { makeFormat } from "./format.js";
import { loadMainTexts } from "./texts/language.js";

const en = await loadMainTexts("en");
const de = await loadMainTexts("de");
const fr = await loadMainTexts("fr");
const format = makeFormat("en-GB", en);
const NB = "\u00a0";

describe("amounts", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1,000 B"],
    [1_024, "1 KiB"],
    [150 * 1_024, "150 KiB"],
    [1_023 * 1_024, "1,023 KiB"],
    [1_023.7 * 1_024, "1 MiB"],
    [3.5 * 1_024 ** 3, "3.5 GiB"],
    [5_000 * 1_024 ** 4, "5,000 TiB"],
  ])("%d bytes are %s", (bytes, shown) => {
    expect(format.bytes(bytes)).toBe(shown.replace(" ", NB));
  });

  it.each([
    [500_000_000_000, 176_093_659_136, "176 GB"],
    [512_000_000_000, 1_500_000, "1.5 MB"],
    [512_000_000_000, 999_700_000, "1 GB"],
    [1_000 * 1_024 ** 3, 1_024 ** 3, "1 GiB"],
    [null, 1_024 ** 3, "1 GiB"],
  ])("beside a limit of %s are in its units", (limit, bytes, shown) => {
    expect(format.amounts(limit)(bytes)).toBe(shown.replace(" ", NB));
  });

  it.each([
    [0.333, "0 B/s"],
    [12.34, "12 B/s"],
    [1_000, "1,000 B/s"],
    [1_023.6, "1 KiB/s"],
    [1_500, "1.46 KiB/s"],
    [1_010 * 1_024, "1,010 KiB/s"],
  ])("of %d bytes a second are %s: whole bytes, and never less than one of a unit", (rate, shown) => {
    expect(format.rate(rate)).toBe(shown.replace(" ", NB));
  });

  it("per second are rates, in the units of the language", () => {
    expect(format.rate(2_048)).toBe(`2${NB}KiB/s`);
    expect(makeFormat("fr", fr).rate(2_560)).toBe(`2,5${NB}Kio/s`);
  });

  it("of a mean keep a fraction only if it is significant", () => {
    expect(format.number(3.26)).toBe("3.3");
    expect(format.number(63.3)).toBe("63");
    expect(format.number(2_409.7)).toBe("2,410");
  });
});

describe("times", () => {
  it.each([
    [0, "0 s"],
    [59_000, "59 s"],
    [61_000, "1 min 1 s"],
    [3_600_000, "1 h"],
    [26 * 3_600_000, "1 d 2 h"],
    [(400 * 24 + 3) * 3_600_000, "1 y 35 d"],
  ])("%d ms last %s", (ms, shown) => {
    expect(format.duration(ms)).toBe(shown.replaceAll(/(?<=\d) /g, NB));
  });

  it("are relative to now, in the past and the future", () => {
    expect(format.relative(-90_000)).toBe(`1${NB}minute ago`);
    expect(format.relative(3 * 3_600_000)).toBe(`in 3${NB}hours`);
    expect(format.relative(-200)).toBe("now");
  });

  it("are relative in the next larger unit once they round up to it", () => {
    const ago = (ms: number) => format.relative(-ms).replace(NB, " ");
    expect([59_400, 59_600].map(ago)).toEqual(["59 seconds ago", "1 minute ago"]);
    expect([3_569_000, 3_571_000].map(ago)).toEqual(["59 minutes ago", "1 hour ago"]);
    expect([84_500_000, 84_700_000].map(ago)).toEqual(["23 hours ago", "24 hours ago"]);
  });

  it("are counted in hours up to a day, and never called by the name of a day", () => {
    const { relative } = makeFormat("de", de);
    expect([86_399_000, 86_400_000, 130_000_000].map(relative)).toEqual([
      `in 24${NB}Stunden`,
      `in 1${NB}Tag`,
      `in 2${NB}Tagen`,
    ]);
  });

  it("that have passed are never in the future, also after a clock was set back", () => {
    expect(format.ago(1_000, 61_000)).toBe(`1${NB}minute ago`);
    expect(format.ago(2 * 3_600_000, 0)).toBe("now");
  });

  it("count down in minutes and seconds, and never below zero", () => {
    expect(format.countdown(425_000)).toBe("7:05");
    expect(format.countdown(400)).toBe("0:01");
    expect(format.countdown(-5)).toBe("0:00");
  });

  it("of a day or month are written as in the language", () => {
    expect([format.period("2026-11"), format.period("2026-11-16")]).toEqual(["Nov 2026", "16 Nov 2026"]);
    expect(makeFormat("fr", fr).period("2026-11-16")).toBe("16 nov. 2026");
  });

  it("on an axis are as precise as the distance of the ticks requires", () => {
    const noon = new Date(2026, 2, 9, 12, 30, 15).getTime();
    const midnight = new Date(2026, 2, 9).getTime();
    expect(format.mark(noon, 15_000)).toBe("12:30:15");
    expect(format.mark(noon, 300_000)).toBe("12:30");
    expect(format.mark(midnight, 6 * 3_600_000)).toBe("9 Mar");
    expect(format.mark(noon, 86_400_000)).toBe("9 Mar");
    expect(format.mark(noon, 31 * 86_400_000)).toBe("Mar 2026");
  });
});
