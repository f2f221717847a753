import { describe, expect, it } from "vitest";
import { valueRange } from "./value-range.js";

const range = (least: number, most: number, ...limits: readonly (readonly [number, number])[]) =>
  valueRange(least, most, {
    mirrored: true,
    from: 100,
    to: 200,
    limits: limits.map((values, index) => ({ at: 50 + 100 * index, values })),
  }).map(Math.round);

describe("the vertical range of a mirrored graph", () => {
  it("has room for the limits if the traffic is near all of them", () => {
    expect(range(-190, 180, [500, 512])).toEqual([-563, 550]);
    expect(range(-190, 180, [500, 512], [500, 600])).toEqual([-660, 550]);
  });

  it("has room for none if one of them is far: neither half is squeezed", () => {
    expect(range(-190, 180, [900, 512])).toEqual([-209, 198]);
    // The limit before the last change, which would look like the one in force.
    expect(range(-190, 180, [512, 512], [512, 800])).toEqual([-209, 198]);
  });

  it("knows no limit of another time, and 0 as none", () => {
    expect(range(-190, 180, [0, 0])).toEqual([-209, 198]);
    const limits = [
      { at: 0, values: [9_000, 9_000] as const },
      { at: 60, values: [500, 512] as const },
    ];
    expect(valueRange(-190, 180, { mirrored: true, from: 100, to: 200, limits }).map(Math.round)).toEqual([
      -563, 550,
    ]);
  });

  it("is never empty", () => {
    expect(range(0, 0)).toEqual([0, 1]);
  });
});
