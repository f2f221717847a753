import { expect, it } from "vitest";
import { Work } from "./idle-memory.js";

const SECOND = 1_000;

/** After how many seconds of this share of a core a process counts as busy; undefined if it never does. */
function busyAfter(share: (second: number) => number, seconds = 86_400): number | undefined {
  const work = new Work();
  for (let second = 1; second <= seconds; second++)
    if (work.isMuch(share(second) * SECOND, SECOND, 0)) return second;
  return undefined;
}

it("never takes a service that does little for busy, nor one that collects garbage now and then", () => {
  expect(busyAfter(() => 0.05)).toBeUndefined();
  expect(busyAfter((second) => (second % 10 === 0 ? 0.45 : 0.05))).toBeUndefined();
});

it("takes one for busy that works for some seconds, also with rests between, and not one to which many connect at once", () => {
  expect(busyAfter(() => 1)).toBe(2);
  expect(busyAfter(() => 0.3)).toBe(8);
  expect(busyAfter((second) => (second < 2 ? 0.7 : 0.05))).toBeUndefined();
  expect(busyAfter((second) => (second % 4 < 2 ? 0.5 : 0))).toBeLessThan(14);
});

it("takes one for busy at once that is asked much, and not one that several pages watch", () => {
  expect(new Work().isMuch(0, SECOND / 2, 50)).toBe(true);
  expect(new Work().isMuch(0, SECOND / 2, 15)).toBe(false);
});

it.each([60, 86_400])("takes one for idle a minute after %d seconds of work", (seconds) => {
  const work = new Work();
  for (let second = 0; second < seconds; second++) work.isMuch(0.9 * SECOND, SECOND, 0);
  let rested = 1;
  while (work.isMuch(0, SECOND, 0)) rested++;
  expect(rested).toBeGreaterThan(50);
  expect(rested).toBeLessThanOrEqual(60);
});
