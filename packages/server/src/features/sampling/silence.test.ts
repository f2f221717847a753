import type { Reading, Router } from "@pilothouse/drivers/port";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../log.js";
import { Sampler } from "./sampler.js";

const SECOND = 1_000;
const RUNNING: Reading = { phase: { name: "running" }, starts: 1, facts: { "router.uptime": 5_000 } };

let stop = () => {};
/** For how long the process stood still: clocks went on, and timers did not. */
let stood = 0;
beforeEach(() => {
  stood = 0;
  vi.useFakeTimers();
  const played = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => played() + stood);
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A router that takes `ms` for each answer, on a clock that is only played. */
async function sampling(ms: number) {
  const world = {
    hangs: false,
    missed: [] as number[],
    silences: [] as { readonly at: number; readonly ms: number; readonly away: string }[],
  };
  const read = (signal: AbortSignal) =>
    new Promise<Reading>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      if (!world.hangs) setTimeout(() => resolve(RUNNING), ms);
    });
  const clock = { now: () => Date.now() + stood };
  const watch = {
    see: () => {},
    silent: (silence: number, away: string) => world.silences.push({ at: Date.now(), ms: silence, away }),
  };
  const sampler = new Sampler(
    { read } as Partial<Router> as Router,
    { add: () => {}, missed: (at) => world.missed.push(at) },
    clock,
    silentLog,
    watch,
  );
  stop = () => sampler.stop();
  const started = sampler.start();
  await vi.advanceTimersByTimeAsync(ms);
  await started;
  return { sampler, world };
}

/** What a caller gets, after as long as it takes. */
async function answered<T>(asked: T | Promise<T>): Promise<T> {
  const settled = Promise.resolve(asked);
  await vi.advanceTimersByTimeAsync(SECOND);
  return settled;
}

describe.each([1, 260, 999, 1_500, 3_500])("a router that answers within %i ms", (ms) => {
  it.each(["current", "peek"] as const)(
    "is never unreachable, whenever somebody first asks for what is %s",
    async (how) => {
      for (let offset = 0; offset <= 60 * SECOND; offset += 500) {
        const { sampler, world } = await sampling(ms);
        await vi.advanceTimersByTimeAsync(offset);
        const { phase, facts } = await answered(sampler[how]());
        expect([offset, phase.name, facts["router.uptime"]]).toEqual([offset, "running", 5_000]);
        expect(sampler.waiting).toBeLessThan(4 * SECOND);
        expect(Math.max(0, ...world.silences.map((one) => one.ms))).toBeLessThan(14 * SECOND);
        expect(world.missed).toEqual([]);
        sampler.stop();
      }
    },
  );

  it("is not unreachable after this process stood still", async () => {
    const { sampler, world } = await sampling(ms);
    for (const standing of [0, 500, 4_900, 5_100]) {
      await vi.advanceTimersByTimeAsync(standing);
      stood += 60 * SECOND;
      expect((await answered(sampler.current())).phase.name).toBe("running");
    }
    expect(Math.max(...world.silences.map((one) => one.ms))).toBeLessThan(14 * SECOND);
  });
});

describe("a router that hangs", () => {
  it.each([0, 1, 2_500, 4_999, 7_000, 61_000])(
    "is seen to be silent within 15 seconds while nobody asks, when it hangs after %i ms",
    async (after) => {
      const { world } = await sampling(1);
      await vi.advanceTimersByTimeAsync(after);
      world.hangs = true;
      const since = Date.now();
      await vi.advanceTimersByTimeAsync(120 * SECOND);
      const seen = world.silences.find(({ ms }) => ms >= 14 * SECOND);
      expect(seen && seen.at - since).toBeLessThanOrEqual(15 * SECOND);
    },
  );

  it("is recorded as silent from there on, each second", async () => {
    const { world } = await sampling(1);
    world.hangs = true;
    const since = Date.now();
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    const [first = Number.NaN, ...others] = world.missed.map((at) => at - since);
    expect(first).toBeGreaterThan(10 * SECOND);
    expect(first).toBeLessThanOrEqual(15 * SECOND);
    expect(others).toEqual(others.map((_at, index) => first + (index + 1) * SECOND));
    expect(others.at(-1)).toBeGreaterThan(58 * SECOND);
  });

  it("has one reason from the first second on, also when a reading is given up", async () => {
    const { sampler, world } = await sampling(1);
    world.hangs = true;
    await vi.advanceTimersByTimeAsync(90 * SECOND);
    expect(new Set(world.silences.map(({ away }) => away))).toEqual(new Set(["timeout"]));
    expect((await answered(sampler.peek())).phase).toEqual({ name: "unreachable", reason: "timeout" });
  });

  it("is unreachable to somebody who asks after that", async () => {
    const { sampler, world } = await sampling(1);
    world.hangs = true;
    await vi.advanceTimersByTimeAsync(15 * SECOND);
    expect((await answered(sampler.peek())).phase.name).toBe("unreachable");
  });
});
