import { expect, it } from "vitest";
import { Pace, Work } from "./idle-memory.js";

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

/** The percentages after each of so many collections, which come when `filledMs` have passed for each percent. */
function pacesOf(filledMs: number, collections: number, pace = new Pace()): readonly number[] {
  let percent = pace.after(0, false);
  return Array.from({ length: collections }, () => {
    percent = pace.after(filledMs * percent, true);
    return percent;
  });
}

it("lets more garbage gather where it would be collected too often, and less again where that is seldom", () => {
  const settled = () => {
    const pace = new Pace();
    pace.after(300_000, false);
    return pace;
  };
  expect(pacesOf(16_000, 4, settled())).toEqual([8, 16, 24, 24]);
  expect(pacesOf(75_000, 4, settled())).toEqual([8, 8, 8, 8]);
  const pace = settled();
  expect(pacesOf(1_000, 4, pace)).toEqual([8, 16, 24, 24]);
  expect(pacesOf(75_000, 4, pace)).toEqual([16, 8, 8, 8]);
});

it("does not judge by what is collected after the start", () => {
  expect(pacesOf(1_000, 30)).toEqual(Array.from({ length: 30 }, () => 8));
});
