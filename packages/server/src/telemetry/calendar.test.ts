import { describe, expect, it } from "vitest";
import { dayOf, midnightAfter, periodOf } from "./calendar.js";

const HOUR = 3_600_000;

describe("the calendar", () => {
  it("names days and months in the time zone of the machine", () => {
    expect(dayOf(new Date(2027, 0, 5, 0, 0).getTime())).toBe("2027-01-05");
    expect(dayOf(new Date(2027, 0, 5, 23, 59, 59, 999).getTime())).toBe("2027-01-05");
  });

  it.each([1, 5, 28])("has periods from day %i on that follow each other without a gap", (first) => {
    let { ends } = periodOf(new Date(2026, 10, 15).getTime(), first);
    for (let n = 0; n < 30; n++) {
      const next = periodOf(ends, first);
      expect(next.begins).toBe(ends);
      expect(periodOf(ends - 1, first).ends).toBe(ends);
      expect(new Date(next.begins).getDate()).toBe(first);
      ends = next.ends;
    }
  });

  it("ends each day of a year at the next, also where clocks are put forward or back", () => {
    let time = new Date(2027, 0, 1, 12).getTime();
    for (let day = 0; day < 366; day++) {
      const midnight = midnightAfter(time);
      expect(dayOf(midnight)).not.toBe(dayOf(time));
      expect(dayOf(midnight - 1)).toBe(dayOf(time));
      time = midnight + 12 * HOUR;
    }
  });
});
