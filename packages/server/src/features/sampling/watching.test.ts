import type { Reading, Router } from "@pilothouse/drivers/port";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../log.js";
import { Store } from "../../store/store.js";
import { History } from "../history/history.js";
import { Sampler } from "./sampler.js";

let dir: string;
let store: Store;
let sampler: Sampler;
let reading: Reading;
let reads: number;
let now: number;

beforeEach(() => {
  dir = scratch();
  store = Store.open(dir);
  now = 1_000_000_000;
  reads = 0;
  const clock = { now: () => now };
  const router = {
    read: async () => {
      reads++;
      return reading;
    },
  } as Partial<Router> as Router;
  sampler = new Sampler(router, new History(store, clock, silentLog), clock, silentLog);
});

afterEach(async () => {
  sampler.stop();
  await store.close();
});

/** Two seconds later the router is found in this phase, after this many starts. */
async function found(name: "running" | "stopped" | "crashed", starts: number, uptime = 0): Promise<number> {
  now += 2_000;
  reading = { phase: { name }, starts, facts: { "router.uptime": uptime } };
  await sampler.peek();
  return sampler.restarts;
}

describe("restarts as the sampler sees them", () => {
  it("are not counted when the service itself starts", async () => {
    expect(await found("running", 3, 5_000)).toBe(0);
    expect(await found("running", 3, 7_000)).toBe(0);
  });

  it("are counted as the driver counts starts, also those of a young router", async () => {
    await found("running", 1, 500);
    expect(await found("running", 2, 1_500)).toBe(1);
    expect(await found("running", 4, 90_000)).toBe(3);
  });

  it("are counted after a stop or a crash, once each", async () => {
    await found("running", 1, 90_000);
    expect(await found("stopped", 1)).toBe(0);
    expect(await found("running", 2, 100)).toBe(1);
    expect(await found("crashed", 2)).toBe(1);
    expect(await found("running", 3, 100)).toBe(2);
  });

  it("keep the age of the sample", async () => {
    expect(sampler.lastAt).toBeUndefined();
    await found("running", 1, 1);
    expect(sampler.lastAt).toBe(now);
  });
});

describe("while nobody watches", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now });
    reading = { phase: { name: "running" }, starts: 1, facts: {} };
  });
  afterEach(() => vi.useRealTimers());

  const readsInAMinute = async (come: () => unknown) => {
    await sampler.start();
    for (let second = 0; second < 60; second++) {
      if (second % 20 === 19) await come();
      now += 1_000;
      await vi.advanceTimersByTimeAsync(1_000);
    }
    return reads;
  };

  it("reads the router every ten seconds, and wakes the processor for nothing else", async () => {
    await sampler.start();
    const began = Date.now();
    for (let turn = 1; turn <= 6; turn++) {
      now += 10_000;
      await vi.advanceTimersToNextTimerAsync();
      expect([Date.now() - began, reads]).toEqual([turn * 10_000, turn + 1]);
    }
  });

  it("reads no more often for a caller that asks only now and then", async () => {
    expect(await readsInAMinute(() => sampler.peek())).toBeLessThanOrEqual(10);
  });

  it("reads every second for a while after somebody has asked who watches", async () => {
    expect(await readsInAMinute(() => sampler.current())).toBeGreaterThan(20);
  });
});
