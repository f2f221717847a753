import { describe, expect, it } from "vitest";
import { lineText, NEW_LINE, parseLine } from "./schedule-line.js";

describe("a line of the schedule", () => {
  it.each([
    ["mon-fri 08:00-18:00 out=50 share=10", "mon-fri 08:00-18:00 out=50 share=10"],
    ["sat,sun 20-24 in=100 out=50", "sat,sun 20:00-24:00 in=100 out=50"],
    ["daily 22:00-6 in=200", "daily 22:00-06:00 in=200"],
    ["daily 0-24 share=0", "daily 00:00-24:00 share=0"],
    ["fri-mon,wed 1:30-2 in=1", "mon,wed,fri-sun 01:30-02:00 in=1"],
  ])("%s is shown in a form and written as %s", (text, written) => {
    expect(lineText(parseLine(text))).toBe(written);
    expect(lineText(parseLine(written))).toBe(written);
  });

  it("is not written until it has days, hours and a limit", () => {
    expect(lineText(NEW_LINE)).toBeUndefined();
    const line = { ...NEW_LINE, out: "5" };
    expect(lineText(line)).toBe("mon-fri 08:00-18:00 out=5");
    expect(lineText({ ...line, days: line.days.map(() => false) })).toBeUndefined();
    expect(lineText({ ...line, to: "" })).toBeUndefined();
    expect(lineText({ ...line, to: "08:00" })).toBeUndefined();
  });
});
