import { expect, it } from "vitest";
import { Group } from "./group.js";

const MINUTE = 60_000;

it("What a rule finds is told in time, also if the clock was set back meanwhile", () => {
  const group = new Group();
  const told = (now: number) => {
    group.saw("UA", true, now);
    return group.news({}, () => true, { now, pause: 0, after: 5 * MINUTE }).alert;
  };
  told(1_000 * MINUTE);
  // Set back by a day, nearly.
  expect(told(10 * MINUTE)).toEqual([]);
  told(15 * MINUTE);
  expect(told(16 * MINUTE)).toEqual(["UA"]);
});
