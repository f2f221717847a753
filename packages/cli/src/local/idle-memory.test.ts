import { expect, it } from "vitest";
import { collectGarbage, Garbage, Work } from "./idle-memory.js";

const SECOND = 1_000;

/** After how many seconds of this share of a core a process counts as busy; undefined if it never does. */
function busyAfter(share: (second: number) => number, seconds = 86_400): number | undefined {
  const work = new Work();
  for (let second = 1; second <= seconds; second++)
    if (work.isMuch(share(second) * SECOND, SECOND)) return second;
  return undefined;
}

it("never takes a service that does little for busy, nor one that collects garbage now and then", () => {
  expect(busyAfter(() => 0.05)).toBeUndefined();
  expect(busyAfter((second) => (second % 10 === 0 ? 0.45 : 0.05))).toBeUndefined();
});

it("takes one for busy that works for a second or two, also with rests between", () => {
  expect(busyAfter(() => 1)).toBe(1);
  expect(busyAfter(() => 0.3)).toBe(3);
  expect(busyAfter((second) => (second % 4 < 2 ? 0.5 : 0))).toBeLessThan(6);
});

const MINUTE = 60 * SECOND;
const MiB = 1_024 * 1_024;

it("collects garbage of an idle service at once, and then as it grows, but at most once a minute", () => {
  const garbage = new Garbage();
  const after = (ms: number, mib: number, cpuMs = 0) => garbage.isDue(cpuMs, ms, () => mib * MiB);
  expect(after(MINUTE / 2, 60)).toBe(false);
  expect(after(MINUTE / 2, 60)).toBe(true);
  garbage.collected(58 * MiB);
  expect(after(MINUTE, 58.4)).toBe(false);
  expect(after(MINUTE / 2, 90)).toBe(false);
  expect(after(MINUTE / 2, 58.6)).toBe(true);
});

it("collects no garbage of a service that works, and does so once it rests", () => {
  const garbage = new Garbage();
  const minute = (share: number) => garbage.isDue(share * MINUTE, MINUTE, () => 90 * MiB);
  expect([minute(0.5), minute(0.2), minute(0.05)]).toEqual([false, false, true]);
});

it("lets go of what nobody holds", async () => {
  const held = {};
  const [kept, dropped] = [new WeakRef(held), new WeakRef({})];
  // What a reference has given is kept until the end of the task.
  await new Promise(setImmediate);
  collectGarbage();
  expect(kept.deref()).toBe(held);
  expect(dropped.deref()).toBeUndefined();
});
