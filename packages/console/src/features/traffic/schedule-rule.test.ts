import { describe, expect, it } from "vitest";
import { NEW_RULE, parseRule, ruleText } from "./schedule-rule.js";

describe("a line of the schedule", () => {
  it.each([
    ["mon-fri 08:00-18:00 out=50 share=10", "mon-fri 08:00-18:00 out=50 share=10"],
    ["sat,sun 20-24 in=100 out=50", "sat,sun 20:00-24:00 in=100 out=50"],
    ["daily 22:00-6 in=200", "daily 22:00-06:00 in=200"],
    ["daily 0-24 share=0", "daily 00:00-24:00 share=0"],
    ["fri-mon,wed 1:30-2 in=1", "mon,wed,fri-sun 01:30-02:00 in=1"],
  ])("%s is shown in a form and written as %s", (text, written) => {
    expect(ruleText(parseRule(text))).toBe(written);
    expect(ruleText(parseRule(written))).toBe(written);
  });

  it("is not written until it has days, hours and a limit", () => {
    expect(ruleText(NEW_RULE)).toBeUndefined();
    const line = { ...NEW_RULE, out: "5" };
    expect(ruleText(line)).toBe("mon-fri 08:00-18:00 out=5");
    expect(ruleText({ ...line, days: line.days.map(() => false) })).toBeUndefined();
    expect(ruleText({ ...line, to: "" })).toBeUndefined();
    expect(ruleText({ ...line, to: "08:00" })).toBeUndefined();
  });
});
