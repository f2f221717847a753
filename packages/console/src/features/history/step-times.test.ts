import { describe, expect, it } from "vitest";
import { stepTimes } from "./step-times.js";

const HOUR = 3_600_000;

describe("the times of values in a graph", () => {
  it("are the middles of the steps", () => {
    expect(stepTimes({ from: 10 * HOUR, step: HOUR, count: 3 }, 13 * HOUR)).toEqual([37_800, 41_400, 45_000]);
  });

  it("never lie beyond the end of the graph, where the only value of a young service would not be seen", () => {
    const now = 10 * HOUR + 60_000;
    expect(stepTimes({ from: 10 * HOUR, step: 30 * HOUR, count: 1 }, now)).toEqual([now / 1_000]);
  });
});
