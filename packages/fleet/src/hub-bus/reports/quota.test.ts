import { expect, it } from "vitest";
import { Quota } from "./quota.js";

it("A sender's messages are dropped after a number, and a flood is noticed once; others are not concerned", () => {
  const quota = new Quota({ everyMs: 10_000, most: 3, flood: 6 });
  const said = (sender: string, count: number, now: number, bytes = 100) =>
    Array.from({ length: count }, () => quota.take(sender, bytes, now));
  expect(said("a", 8, 0)).toEqual([..."take take take drop drop flood drop drop".split(" ")]);
  expect(said("b", 1, 9_999)).toEqual(["take"]);
  // A new stretch of time begins.
  expect(said("a", 1, 10_000)).toEqual(["take"]);
  // A long message counts as many.
  expect(said("c", 2, 10_000, 1_000_000)).toEqual(["flood", "drop"]);
});

it("A sender begins anew in each stretch of time, also one who was silent for long", () => {
  const quota = new Quota({ everyMs: 10_000, most: 1, flood: 3 });
  for (const now of [0, 10_000, 25_000, 500_000, 510_000])
    expect([1, 2, 3].map(() => quota.take("a", 100, now))).toEqual(["take", "drop", "flood"]);
});
