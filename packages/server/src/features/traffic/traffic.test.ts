import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../log.js";
import { PASSWORD_VALUE } from "../../store/opening/soundness.js";
import { Store } from "../../store/store.js";
import { putValue } from "../../store/values.js";
import { dayOf } from "../../telemetry/calendar.js";
import type { SeenPhase, Snapshot } from "../../telemetry/snapshot.js";
import { Traffic } from "./traffic.js";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const NOON = new Date(2027, 2, 10, 12).getTime();

let dir: string;
let store: Store;
let traffic: Traffic;
let now: number;
let machine: number;
const clock = { now: () => now, ticks: () => now - machine };

beforeEach(async () => {
  dir = scratch();
  store = Store.open(dir);
  // A store without a password is taken for damaged.
  await store.write((db) => putValue(db, PASSWORD_VALUE, "1"));
  now = NOON;
  machine = NOON - DAY;
  traffic = opened();
});
afterEach(() => store.close());

function opened(router = "i2pd", log = silentLog): Traffic {
  const one = new Traffic(store, router, clock, log);
  one.start();
  return one;
}

/** A new process of the service; after kill -9, without what was not saved. */
async function restarted({ save = true } = {}): Promise<void> {
  if (save) await traffic.save();
  await store.close();
  store = Store.open(dir);
  traffic = opened();
}

interface Life {
  readonly born: number;
  readonly starts?: number;
}

function sample(
  received: number,
  sent: number,
  { born, starts = 1 }: Life,
  name: SeenPhase["name"] = "running",
) {
  const facts = {
    "router.uptime": now - born,
    "router.net.total.received.bytes": received,
    "router.net.total.sent.bytes": sent,
  };
  traffic.add({ at: now, phase: { name } as SeenPhase, facts, starts });
}

const LIFE = { born: NOON - HOUR };
const all = () => traffic.view().all;

describe("traffic totals", () => {
  it("begin with the first sample: it is unknown on which days the router counted before", () => {
    sample(5_000, 700, LIFE);
    expect(traffic.view()).toMatchObject({ since: NOON, exact: true, all: { received: 0, sent: 0 } });
    now += 10 * SECOND;
    sample(5_300, 750, LIFE);
    expect(traffic.view()).toMatchObject({
      today: { received: 300, sent: 50 },
      month: { received: 300, sent: 50 },
      all: { received: 300, sent: 50 },
      days: [{ day: dayOf(NOON), received: 300, sent: 50 }],
      months: [{ month: dayOf(NOON).slice(0, 7), received: 300, sent: 50 }],
    });
  });

  it("go on when the router starts again and counts from 0, also when it soon has counted more than before", () => {
    sample(1_000, 1_000, LIFE);
    now += 15 * SECOND;
    sample(400, 300, { born: now - 5 * SECOND, starts: 2 });
    expect(all()).toEqual({ received: 400, sent: 300 });
    now += 15 * SECOND;
    sample(9_000, 9_000, { born: now - 5 * SECOND, starts: 3 });
    expect(all()).toEqual({ received: 9_400, sent: 9_300 });
  });

  it("are not changed by a router that stops, starts or does not answer", () => {
    sample(1_000, 1_000, LIFE);
    for (const phase of ["stopping", "stopped", "starting", "unreachable", "crashed"] as const) {
      now += SECOND;
      sample(0, 0, { born: now }, phase);
    }
    now += SECOND;
    sample(1_100, 1_050, LIFE);
    expect(all()).toEqual({ received: 100, sent: 50 });
  });

  it("count what a router did while the service was down, once", async () => {
    sample(1_000, 1_000, LIFE);
    await restarted();
    now += HOUR;
    sample(8_000, 2_000, LIFE);
    expect(all()).toEqual({ received: 7_000, sent: 1_000 });
    await restarted();
    sample(8_000, 2_000, LIFE);
    expect(all()).toEqual({ received: 7_000, sent: 1_000 });
  });

  it("lose nothing at kill -9 while the router keeps running: the next count continues from the last saved one", async () => {
    sample(1_000, 1_000, LIFE);
    now += SECOND;
    sample(2_000, 1_500, LIFE);
    await traffic.save();
    now += SECOND;
    sample(3_000, 1_700, LIFE);
    await restarted({ save: false });
    now += SECOND;
    sample(4_000, 2_000, LIFE);
    expect(all()).toEqual({ received: 3_000, sent: 1_000 });
  });

  it("see that a router started while the service was down, though it has counted more and run longer", async () => {
    sample(1_000, 1_000, { born: now - HOUR });
    await restarted();
    now += 3 * HOUR;
    sample(50_000, 40_000, { born: now - 2 * HOUR });
    expect(all()).toEqual({ received: 50_000, sent: 40_000 });
  });

  it("take a clock that was set for no new start of the router", async () => {
    sample(1_000, 1_000, LIFE);
    await restarted();
    const jump = 100 * DAY;
    now += jump;
    machine += jump;
    sample(1_500, 1_100, { born: LIFE.born + jump });
    expect(all()).toEqual({ received: 500, sent: 100 });
    now -= 2 * jump;
    machine -= 2 * jump;
    sample(1_600, 1_100, { born: LIFE.born - jump });
    expect(all()).toEqual({ received: 600, sent: 100 });
  });

  it("take a reboot of the service's machine for no new start of a router elsewhere", async () => {
    sample(1_000, 1_000, LIFE);
    await restarted();
    now += HOUR;
    machine = now - SECOND;
    sample(1_500, 1_100, LIFE);
    expect(all()).toEqual({ received: 500, sent: 100 });
  });

  it("share out what came over midnight among the days", async () => {
    now = new Date(2027, 2, 31, 18).getTime();
    sample(0, 0, LIFE);
    await restarted();
    now = new Date(2027, 3, 2, 6).getTime();
    sample(36_000, 3_600, LIFE);
    const { days, months, today, month } = traffic.view();
    expect(days).toEqual([
      { day: "2027-03-31", received: 6_000, sent: 600 },
      { day: "2027-04-01", received: 24_000, sent: 2_400 },
      { day: "2027-04-02", received: 6_000, sent: 600 },
    ]);
    expect(months.map(({ month: name, received }) => [name, received])).toEqual([
      ["2027-03", 6_000],
      ["2027-04", 30_000],
    ]);
    expect([today.received, month.received]).toEqual([6_000, 30_000]);
  });

  it("have 62 days and all months, over years", async () => {
    let counted = 0;
    for (let day = 0; day < 400; day++) {
      sample(counted, counted, { born: NOON - HOUR });
      now += DAY;
      counted += 1_000;
    }
    await restarted();
    const { days, months, all: whole } = traffic.view();
    expect(days.length).toBeLessThanOrEqual(62);
    expect(days.length).toBeGreaterThanOrEqual(60);
    expect(months).toHaveLength(14);
    expect(whole.received).toBe(399_000);
    expect(months.reduce((sum, { received }) => sum + received, 0)).toBeGreaterThanOrEqual(
      whole.received - 14,
    );
  });

  it("are those of one kind of router: the simulator that was tried first does not count", async () => {
    sample(0, 0, LIFE);
    now += SECOND;
    sample(1_000, 1_000, LIFE);
    await traffic.save();
    traffic = opened("upstream");
    expect(traffic.view()).toMatchObject({ since: null, all: { received: 0, sent: 0 }, days: [] });
    sample(5_000, 5_000, LIFE);
    expect(all().received).toBe(0);
    await traffic.save();
    traffic = opened();
    expect(all().received).toBe(1_000);
  });

  it.each(Array.from({ length: 5 }, (_, seed) => seed))(
    "are what went over the line, whenever router and service start again (seed %i)",
    async (seed) => {
      let state = seed + 1;
      const roll = (sides: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * sides);
      };
      let [born, starts, counted] = [now, 1, 0];
      let total = 0;
      sample(0, 0, { born, starts });
      for (let n = 0; n < 60; n++) {
        now += roll(3) === 0 ? roll(2 * DAY) : roll(20 * SECOND) + SECOND;
        const bytes = roll(1_000_000);
        counted += bytes;
        total += bytes;
        sample(counted, counted * 2, { born, starts });
        // Traffic after the last sample is lost when a router ends, so there is none here.
        const chance = roll(6);
        if (chance === 0) {
          [born, starts, counted] = [now, starts + 1, 0];
        }
        if (chance === 1) {
          if (roll(2) === 0) await traffic.save();
          // A router that keeps running makes up for what was not saved.
          await restarted({ save: false });
          starts = 1;
          sample(counted, counted * 2, { born, starts });
        }
      }
      expect(all()).toEqual({ received: total, sent: total * 2 });
    },
  );

  it("are estimated from the bandwidth where the router counts nothing", () => {
    const snapshotOf = (rate: number): Snapshot => ({
      at: now,
      phase: { name: "running" },
      facts: {
        "router.uptime": now,
        "router.net.bw.inbound.1s": rate,
        "router.net.bw.outbound.1s": rate / 2,
      },
    });
    traffic.add(snapshotOf(100));
    now += SECOND;
    traffic.add(snapshotOf(200));
    expect(traffic.view()).toMatchObject({ exact: false, all: { received: 200, sent: 100 } });
    // No samples for an hour: nothing is made up for it.
    now += HOUR;
    traffic.add(snapshotOf(100));
    expect(all().received).toBe(200 + 20 * 100);
  });

  it.each([Number.POSITIVE_INFINITY, -5, 1e308, "many"])(
    "mends a saved day of %s bytes, and says so",
    async (bytes) => {
      sample(0, 0, { born: NOON });
      now += SECOND;
      sample(1_000, 10, { born: NOON });
      await traffic.save();
      const day = dayOf(now);
      await store.write((db) => {
        db.run("UPDATE traffic SET received = ?", bytes);
        putValue(db, "traffic.count.i2pd", JSON.stringify({ at: NOON, ticks: 1, received: bytes, sent: 10 }));
        putValue(db, "traffic.since.i2pd", String(bytes));
      });
      const warnings: unknown[] = [];
      traffic = opened("i2pd", { ...silentLog, warn: (facts: unknown) => warnings.push(facts) });
      expect(traffic.view()).toMatchObject({ since: null, exact: false, all: { received: 0, sent: 10 } });
      expect(warnings).toMatchObject([
        { day },
        { name: "traffic.count.i2pd" },
        { name: "traffic.since.i2pd" },
      ]);
      sample(1_000, 10, { born: NOON });
      now += SECOND;
      sample(1_500, 15, { born: NOON });
      await restarted();
      expect(traffic.all).toEqual({ received: 500, sent: 15 });
    },
  );

  it("starts although what was saved is cut", async () => {
    await store.write((db) => putValue(db, "traffic.count.i2pd", '{"at":'));
    await restarted({ save: false });
    expect(traffic.view()).toMatchObject({ exact: false });
  });

  it("never counts further than a number can", () => {
    for (let life = 0; life < 4; life++, now += SECOND) {
      sample(0, 0, { born: now, starts: life });
      now += SECOND;
      sample(2 ** 53, 2 ** 53, { born: now - SECOND, starts: life });
    }
    expect(traffic.all.received).toBe(Number.MAX_SAFE_INTEGER);
  });
});
