import { describe, expect, it } from "vitest";
import { asLooks } from "./past.js";

const historyOf = (values: (number | null)[], step = 1_000) => ({
  from: 10_000,
  step,
  series: [
    { stat: "bw.sendRate", values: [] },
    { stat: "bw.recvRate", values },
  ],
});

describe("the history as looks", () => {
  it("has a value for each look before now, oldest first", () => {
    expect(asLooks(historyOf([1, 2, 3, 4]), "bw.recvRate", 14_000, 1_000)).toEqual([1, 2, 3, 4]);
    expect(asLooks(historyOf([1, 2, 3, 4]), "bw.recvRate", 14_000, 2_000)).toEqual([1, 3]);
    expect(asLooks(historyOf([1, 2], 2_000), "bw.recvRate", 14_000, 1_000)).toEqual([1, 1, 2, 2]);
  });

  it("begins where something was measured, and shows a gap as nothing", () => {
    expect(asLooks(historyOf([null, null, 3, null, 5]), "bw.recvRate", 15_000, 1_000)).toEqual([3, 0, 5]);
  });

  it("is empty where there is none", () => {
    expect(asLooks(historyOf([null, null]), "bw.recvRate", 12_000, 1_000)).toEqual([]);
    expect(asLooks(historyOf([1]), "bw.combined", 12_000, 1_000)).toEqual([]);
  });
});
