import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../log.js";
import { Store } from "../../store/store.js";
import { EventLog } from "./event-log.js";
import { RecentEvents } from "./recent-events.js";

let dir: string;
let store: Store;
let now: number;
const clock = { now: () => now };

beforeEach(() => {
  dir = scratch();
  store = Store.open(dir);
  now = 1_800_000_000_000;
});
afterEach(async () => {
  await store.close();
});

describe("recent events", () => {
  it("are counted within a time, those from before the start too", async () => {
    const events = new EventLog(store, clock, silentLog);
    await events.add("router.crashed", { cause: "one" });
    const recent = new RecentEvents(events, clock);
    await recent.start();
    now += 1_000;
    await events.add("router.crashed", { cause: "two" });
    expect(recent.happened("router.crashed", 5_000)).toBe(2);
    expect(recent.happened("router.crashed", 900)).toBe(1);
    recent.stop();
    await events.add("router.crashed", { cause: "three" });
    expect(recent.happened("router.crashed", 5_000)).toBe(2);
  });

  it("are open until one comes that resolves them, or their time is over", async () => {
    const events = new EventLog(store, clock, silentLog);
    const recent = new RecentEvents(events, clock);
    await recent.start();
    await events.add("disk.low", { freeMiB: 1, percent: 1 });
    now += 60_000;
    const forEver = Number.POSITIVE_INFINITY;
    expect(recent.open("disk.low", forEver)).toEqual({ freeMiB: 1, percent: 1 });
    expect(recent.open("disk.low", 1_000)).toBeUndefined();
    await events.add("disk.enough", { freeMiB: 9, percent: 9 });
    expect(recent.open("disk.low", forEver)).toBeUndefined();
    const after = new RecentEvents(events, clock);
    await after.start();
    expect(after.open("disk.low", forEver)).toBeUndefined();
    await events.add("disk.low", { freeMiB: 2, percent: 1 });
    expect([recent, after].map((one) => one.open("disk.low", forEver)?.["freeMiB"])).toEqual([2, 2]);
  });
});
