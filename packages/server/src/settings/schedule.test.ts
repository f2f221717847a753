import { describe, expect, it } from "vitest";
import { linesAt, parseLine, scheduleType } from "./schedule.js";

const at = (line: string, day: number, hour: number, minute = 0): boolean => {
  const parsed = parseLine(line);
  if (parsed === undefined) throw new Error(`${line} cannot be read`);
  // 2027-08-01 is a Sunday.
  return linesAt([parsed], new Date(2027, 7, 1 + day, hour, minute).getTime()).length > 0;
};

describe("a line of the schedule", () => {
  it("holds on its days and between its hours", () => {
    const line = "mon-fri 08:30-18 out=50 share=10";
    expect(parseLine(line)?.limits).toEqual({ out: 50, share: 10 });
    expect([at(line, 1, 8, 29), at(line, 1, 8, 30), at(line, 5, 17, 59), at(line, 5, 18)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([at(line, 0, 12), at(line, 6, 12)]).toEqual([false, false]);
  });

  it("continues after midnight, into a day that it does not name", () => {
    const line = "sat,sun 22-06:00 in=100";
    expect([at(line, 6, 23), at(line, 0, 5, 59), at(line, 1, 5), at(line, 6, 5), at(line, 6, 21)]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("may run over the end of the week, and be daily", () => {
    expect([at("fri-mon 0-24 in=1", 0, 0), at("fri-mon 0-24 in=1", 2, 0)]).toEqual([true, false]);
    expect([0, 3, 6].map((day) => at("daily 9-10 in=1", day, 9))).toEqual([true, true, true]);
  });

  it.each([
    "",
    "mon",
    "mon 8-9",
    "mon 8-8 in=1",
    "mon 24-8 in=1",
    "mon 8-25 in=1",
    "mon 8:60-9 in=1",
    "mon 8-9-10 in=1",
    "moon 8-9 in=1",
    "mon-tue-wed 8-9 in=1",
    "mon 8-9 in=",
    "mon 8-9 in=1 in=2",
    "mon 8-9 share=101",
    "mon 8-9 up=1",
    "mon 8-9 in=-1",
  ])("is refused when it cannot be read: %j", (line) => {
    expect(parseLine(line)).toBeUndefined();
    expect(scheduleType.fromToml([line])).toBeUndefined();
  });

  it("is separated by semicolons in a flag, since days have commas", () => {
    expect(scheduleType.fromText("sat,sun 8-9 in=1; daily 1-2 out=5")).toEqual([
      "sat,sun 8-9 in=1",
      "daily 1-2 out=5",
    ]);
  });
});
