import { describe, expect, it } from "vitest";
import { RouterUnavailable, SettingRefused } from "./port.js";
import { checkExtent, withinExtent } from "./settings-extent.js";

const some = (count: number, value = "") =>
  new Map(Array.from({ length: count }, (_, n) => [`name.${n}`, value]));

describe("the settings of a router", () => {
  it("may be 5,000, and no more are added", () => {
    expect(() => checkExtent(new Map(), some(5_000))).not.toThrow();
    expect(() => checkExtent(some(5_000), some(5_001))).toThrow(SettingRefused);
  });

  it("may have half a mebibyte of characters in all, with their names", () => {
    const most = new Map([["name", "x".repeat(2 ** 19 - 4)]]);
    expect(() => checkExtent(new Map(), most)).not.toThrow();
    expect(() => checkExtent(most, new Map([...most, ["a", ""]]))).toThrow(SettingRefused);
  });

  it("may become fewer or shorter if they are too many already", () => {
    expect(() => checkExtent(some(6_000), some(5_999))).not.toThrow();
    expect(() => checkExtent(some(20, "x".repeat(50_000)), some(19, "x".repeat(50_000)))).not.toThrow();
  });

  it("are not read when the router reports more than any has", () => {
    expect(withinExtent(some(5_000)).size).toBe(5_000);
    expect(() => withinExtent(some(5_001))).toThrow(RouterUnavailable);
  });
});
