import { describe, expect, it } from "vitest";
import { BOUNDS, RequestMeter } from "./request-meter.js";

describe("the request meter", () => {
  it("counts by method and outcome", () => {
    const meter = new RequestMeter();
    meter.count("Echo", 0, 1);
    meter.count("Echo", 0, 1);
    meter.count("Echo", -32602, 1);
    const [[method, { codes }] = ["", { codes: new Map() }]] = meter.counted();
    expect([method, [...codes]]).toEqual([
      "Echo",
      [
        [0, 2],
        [-32602, 1],
      ],
    ]);
    expect(meter.howOften("Echo", -32602)).toBe(1);
    expect(meter.howOften("GetRate", 0)).toBe(0);
  });

  it("puts each duration into the first bound that holds it, and what is beyond all into the last place", () => {
    const meter = new RequestMeter();
    for (const ms of [0, 0.1, 0.1001, 30_000, 30_001]) meter.count("Echo", 0, ms);
    const took = meter.counted()[0]?.[1].took;
    expect(took).toEqual([2, 1, ...Array(BOUNDS.length - 3).fill(0), 1, 1]);
    expect(meter.counted()[0]?.[1].seconds).toBeCloseTo(60.0012002);
  });

  it("counts all unknown methods as one", () => {
    const meter = new RequestMeter();
    meter.count(undefined, -32601, 1);
    meter.count(undefined, -32700, 1);
    expect(meter.counted().map(([method]) => method)).toEqual(["unknown"]);
  });
});
