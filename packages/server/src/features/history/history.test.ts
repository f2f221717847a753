import { RATE_STAT_NAMES } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../log.js";
import { Store } from "../../store/store.js";
import { putValue } from "../../store/values.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import { History } from "./history.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A whole number of days, so that buckets of every width begin here. */
const T0 = 20_000 * DAY;
/** Of a saved bucket: when it begins, its weight, the statistics, whether the router ran, and how long it was silent. */
const FIELDS = 2 + RATE_STAT_NAMES.length + 2;

let dir: string;
let store: Store;
let now: number;
let history: History;
const clock = { now: () => now };

beforeEach(() => {
  dir = scratch();
  store = Store.open(dir);
  now = T0;
  history = new History(store, clock, silentLog);
  history.start();
});

afterEach(async () => {
  await history.save();
  await store.close();
});

const snapshot = (sent: number, phase: "running" | "stopped" = "running"): Snapshot => ({
  at: now,
  phase: { name: phase },
  facts: {
    "router.net.bw.outbound.1s": sent,
    "router.net.bw.inbound.1s": 1,
    "router.net.tunnels.participating": 2,
    "router.netdb.activepeers": 3,
    "router.netdb.knownpeers": 4,
  },
});

/** Samples at every step for a while, beginning one step from now. */
function sample(lasts: number, step: number, sent: (at: number) => number): void {
  for (const end = now + lasts; now < end; ) {
    now += step;
    history.add(snapshot(sent(now)));
  }
}

const valuesOf = (stat: string, from: number, to: number, points = 500) => {
  const { series, ...grid } = history.between(from, to, points);
  return { ...grid, values: series.find((one) => one.stat === stat)?.values };
};

async function restart(): Promise<void> {
  await history.save();
  history = new History(store, clock, silentLog);
  history.start();
}

/** A log that keeps what it is warned of. */
const warner = () => {
  const warnings: string[] = [];
  return [
    { ...silentLog, warn: (_facts: unknown, message?: string) => warnings.push(String(message)) },
    warnings,
  ] as const;
};

describe("history", () => {
  it("has every rate statistic and whether the router ran, in the order of the table", () => {
    sample(2 * SECOND, SECOND, () => 5);
    const { series } = history.between(T0, now, 10);
    expect(series.map(({ stat }) => stat)).toEqual([...RATE_STAT_NAMES, "router.up"]);
    expect(series.find(({ stat }) => stat === "bw.combined")?.values).toEqual([6, 6]);
  });

  it("keeps seconds for a quarter of an hour, minutes for a week and quarter hours for 400 days", () => {
    now = T0 + 399 * DAY;
    expect(history.between(now - 15 * MINUTE, now, 2_000).step).toBe(SECOND);
    expect(history.between(now - 20 * MINUTE, now, 2_000).step).toBe(MINUTE);
    expect(history.between(now - DAY, now, 2_000).step).toBe(MINUTE);
    expect(history.between(now - 8 * DAY, now, 2_000).step).toBe(15 * MINUTE);
    expect(history.between(now - 399 * DAY, now, 2_000).step).toBe(20 * 15 * MINUTE);
  });

  it("still has seconds for a caller whose clock is a little behind", () => {
    expect(history.between(now - 15 * MINUTE - 30 * SECOND, now, 2_000).step).toBe(SECOND);
  });

  it("never returns more values than were asked for, and begins steps at multiples of themselves", () => {
    for (const [length, points] of [
      [7 * MINUTE + 123, 10],
      [3 * HOUR + 1, 100],
      [300 * DAY + 7, 2_000],
      [15 * MINUTE, 10],
    ] as const) {
      const { step, from, to, values } = valuesOf("bw.sendRate", now - length, now, points);
      expect(values?.length).toBeLessThanOrEqual(points);
      expect(values).toHaveLength((to - from) / step);
      expect(from % step).toBe(0);
      expect(from).toBeLessThanOrEqual(now - length);
      expect(to).toBeGreaterThanOrEqual(now);
    }
  });

  it("shows a time without samples as a gap, and not as zeros", () => {
    sample(3 * SECOND, SECOND, () => 10);
    now += 30 * SECOND;
    sample(2 * SECOND, SECOND, () => 20);
    const { values } = valuesOf("bw.sendRate", T0, now);
    // The first sample after the gap reaches back 20 seconds and no further.
    expect(values).toEqual([10, 10, 10, ...Array(11).fill(null), ...Array(20).fill(20), 20]);
  });

  it("fills the seconds between samples that are 15 seconds apart", () => {
    sample(MINUTE, 15 * SECOND, (at) => (at - T0) / SECOND);
    const { values } = valuesOf("bw.sendRate", T0 + 30 * SECOND, now);
    expect(values).toEqual([...Array(15).fill(45), ...Array(15).fill(60)]);
  });

  it("shows a stopped router differently from a stopped service", () => {
    sample(2 * SECOND, SECOND, () => 1);
    now += SECOND;
    history.add({ ...snapshot(0, "stopped"), facts: {} });
    expect(valuesOf("router.up", T0, now + SECOND).values).toEqual([1, 1, 0, null]);
  });

  it("counts a silent router as not up, and its silence as no time of the rates", async () => {
    sample(10 * SECOND, SECOND, () => 4);
    for (const end = now + 30 * SECOND; now < end; ) {
      now += 10 * SECOND;
      history.missed(now);
    }
    sample(10 * SECOND, SECOND, () => 8);
    now += 10 * SECOND;
    await restart();
    const seen = (stat: string) => valuesOf(stat, T0, T0 + 60 * SECOND, 6);
    expect(seen("router.up")).toMatchObject({
      step: 10 * SECOND,
      values: [1, 0, 0, 0, 1, null],
      recorded: [1, 1, 1, 1, 1, 0],
    });
    expect(seen("bw.sendRate").values).toEqual([4, null, null, null, 8, null]);
    // Also within one bucket, and in the means.
    expect(history.between(T0, T0 + MINUTE, 1).series.map(({ values: [value] }) => value)).toContain(0.4);
    expect(history.mean("bw.sendRate", DAY)).toBe(6);
  });

  it("does not lose a second without a router in an hour", () => {
    sample(HOUR - SECOND, SECOND, () => 1);
    now += SECOND;
    history.add({ ...snapshot(0, "stopped"), facts: {} });
    expect(valuesOf("router.up", T0, now, 1).values?.at(0)).toBeCloseTo(3_599 / 3_600, 6);
  });

  it("says for how much of each step something was measured", () => {
    now += 10 * SECOND;
    sample(15 * SECOND, SECOND, () => 1);
    expect(valuesOf("router.up", T0, T0 + 30 * SECOND, 3)).toMatchObject({
      step: 10 * SECOND,
      values: [null, 1, 1],
      recorded: [0, 1, 0.5],
    });
  });

  it("leaves out what the router does not report", () => {
    sample(2 * SECOND, SECOND, () => 1);
    expect(valuesOf("router.fastPeers", T0, now).values).toEqual([null, null]);
    expect(history.mean("router.fastPeers", 60_000)).toBe(0);
  });

  it("takes means by time, at any distance of the samples", () => {
    sample(10 * SECOND, SECOND, () => 100);
    sample(30 * SECOND, 15 * SECOND, () => 0);
    expect(history.mean("bw.sendRate", MINUTE)).toBeCloseTo(25);
    expect(history.mean("bw.sendRate", 10 * SECOND)).toBe(0);
    expect(history.mean("bw.sendRate", 31 * DAY)).toBeCloseTo(25);
  });

  it("takes means over the whole period before the last sample, also while the next is not there yet", () => {
    history.add(snapshot(100));
    sample(MINUTE, 5 * SECOND, (at) => (at - T0 <= 30 * SECOND ? 100 : 0));
    for (const late of [0, 1, 2_500, 4_999]) {
      now = T0 + MINUTE + late;
      expect(history.mean("bw.sendRate", MINUTE)).toBeCloseTo(50);
      expect(history.mean("bw.sendRate", 40 * SECOND)).toBeCloseTo(25);
    }
  });

  it("takes bandwidths from what the router has counted, so that nothing between two samples is lost", () => {
    // Bursts of ten seconds in every twenty; a sample every 15 seconds sees only some of them.
    const rateAt = (second: number) => (second % 20 < 10 ? 3_000 : 0);
    let total = 5_000_000;
    for (let second = 1; second <= 600; second++) {
      now += SECOND;
      total += rateAt(second);
      if (second % 15 === 0)
        history.add({
          at: now,
          phase: { name: "running" },
          facts: {
            "router.uptime": second * SECOND,
            "router.net.bw.outbound.1s": rateAt(second),
            "router.net.bw.inbound.1s": rateAt(second),
            "router.net.total.sent.bytes": total,
            "router.net.total.received.bytes": 2 * total,
          },
        });
    }
    for (const period of [2 * MINUTE, 5 * MINUTE, 9 * MINUTE]) {
      expect(Math.abs(history.mean("bw.sendRate", period) / 1_500 - 1)).toBeLessThan(0.05);
      expect(Math.abs(history.mean("bw.recvRate", period) / 3_000 - 1)).toBeLessThan(0.05);
      expect(Math.abs(history.mean("bw.combined", period) / 4_500 - 1)).toBeLessThan(0.05);
    }
  });

  it("takes the router's own longer mean where it counts nothing", () => {
    sample(SECOND, SECOND, () => 9_000);
    now += 15 * SECOND;
    const { facts, ...rest } = snapshot(9_000);
    history.add({ ...rest, facts: { ...facts, "router.net.bw.outbound.15s": 600 } });
    expect(history.mean("bw.sendRate", 15 * SECOND)).toBe(600);
  });

  it("does not count a restart of the router, or a clock that was set, as traffic", () => {
    const counted = (uptime: number, total: number) =>
      history.add({
        at: now,
        phase: { name: "running" },
        facts: {
          "router.uptime": uptime,
          "router.net.bw.outbound.1s": 10,
          "router.net.total.sent.bytes": total,
        },
      });
    counted(60_000, 1_000_000);
    now += SECOND;
    counted(1_000, 50);
    expect(history.mean("bw.sendRate", SECOND)).toBe(10);
    now += HOUR;
    counted(2_000, 150);
    expect(history.mean("bw.sendRate", 10 * SECOND)).toBe(100);
  });

  it("returns the last value while there is nothing within the period", () => {
    sample(SECOND, SECOND, () => 7);
    now += MINUTE;
    expect(history.mean("bw.sendRate", SECOND)).toBe(7);
  });

  it("survives a clock that is set back and one that jumps ahead", () => {
    sample(10 * SECOND, SECOND, () => 1);
    now -= HOUR;
    sample(10 * SECOND, SECOND, () => 2);
    expect(history.mean("bw.sendRate", 5 * SECOND)).toBe(2);
    now += 1_000 * DAY;
    sample(10 * SECOND, SECOND, () => 3);
    expect(history.mean("bw.sendRate", 31 * DAY)).toBe(3);
    expect(valuesOf("bw.sendRate", T0, T0 + HOUR).values?.every((value) => value === null)).toBe(true);
  });

  it("has the same means and the same graph after a restart", async () => {
    sample(20 * MINUTE, 15 * SECOND, (at) => at % 977);
    const before = [history.between(T0, now, 500), history.mean("bw.sendRate", DAY)];
    await restart();
    expect([history.between(T0, now, 500), history.mean("bw.sendRate", DAY)]).toEqual(before);
  });

  it("does not take up impossible values that were saved, keeps the others, and saves it mended", async () => {
    sample(20 * MINUTE, 15 * SECOND, () => 5);
    const [warned, warnings] = warner();
    const spoil = async (damage: (cells: Float64Array) => Float64Array) => {
      await history.save();
      const rows = store.all("SELECT tier, block, buckets FROM history");
      await store.write((db) => {
        for (const { tier, block, buckets } of rows) {
          const cells = damage(new Float64Array(buckets as ArrayBuffer));
          const bytes = new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength);
          db.run(
            "UPDATE history SET buckets = ? WHERE tier = ? AND block = ?",
            bytes,
            Number(tier),
            Number(block),
          );
        }
      });
      history = new History(store, clock, warned);
      history.start();
    };
    // Behind the beginning and the weight of each bucket comes the first statistic, which is what was sent.
    await spoil((cells) =>
      cells.map((cell, at) =>
        at % FIELDS === 2 && cell > 0 ? ([Infinity, -1, 1e308][at % 3] ?? cell) : cell,
      ),
    );
    const graph = () => history.between(T0, now, 500).series.map(({ values }) => new Set(values));
    expect(graph()[0]).toEqual(new Set([null]));
    expect(graph()[1]?.has(1)).toBe(true);
    expect(history.mean("bw.sendRate", DAY)).toBe(0);
    expect(warnings).toEqual([expect.stringContaining("impossible values")]);
    await history.save();
    await restart();
    await spoil((cells) => cells);
    expect(warnings).toHaveLength(1);
    // A block that was cut is taken up as far as it goes.
    await spoil((cells) => cells.subarray(0, 100));
    await spoil(() => new Float64Array());
    expect(graph().map((values) => [...values])).toEqual(graph().map(() => [null]));
  });

  it("spares the disk the seconds until the service ends", async () => {
    const tiers = () => store.all("SELECT DISTINCT tier FROM history ORDER BY tier").map(({ tier }) => tier);
    sample(2 * MINUTE, SECOND, () => 7);
    await history.save({ finest: false });
    expect(tiers()).toEqual([1, 2]);
    await restart();
    expect(tiers()).toEqual([0, 1, 2]);
    expect(valuesOf("bw.sendRate", now - 3 * SECOND, now).values).toEqual([7, 7, 7]);
  });

  it("forgets what has grown too old, also when it was saved", async () => {
    sample(2 * SECOND, SECOND, () => 1);
    await restart();
    now = T0 + 401 * DAY;
    sample(2 * SECOND, SECOND, () => 2);
    expect(valuesOf("bw.sendRate", T0, now, 10).values?.filter((value) => value !== null)).toEqual([2]);
  });

  it("writes over what is too old instead of growing", async () => {
    const rows = async () => {
      await history.save();
      return Number(store.get("SELECT count(*) AS n FROM history")?.["n"]);
    };
    for (let day = 0; day < 401; day++) {
      now = T0 + day * DAY;
      for (let minute = 0; minute < 1_440; minute += 15) {
        now = T0 + day * DAY + minute * MINUTE;
        history.add(snapshot(1));
      }
    }
    const full = await rows();
    for (let more = 0; more < 100; more++) {
      now += 6 * HOUR;
      history.add(snapshot(1));
    }
    expect(await rows()).toBe(full);
    expect(full).toBeLessThanOrEqual(15 + 168 + 640);
  });

  it("finds its statistics by name in what another version saved", async () => {
    sample(2 * SECOND, SECOND, () => 9);
    await history.save();
    const names = [...RATE_STAT_NAMES, "router.up", "silent"];
    const renamed = names.map((name) => (name === "netDb.knownPeers" ? "gone.stat" : name));
    await store.write((db) => putValue(db, "history.columns", renamed.join()));
    await restart();
    expect(valuesOf("bw.sendRate", T0, now).values).toEqual([9, 9]);
    expect(valuesOf("netDb.knownPeers", T0, now).values).toEqual([null, null]);
    await restart();
    expect(valuesOf("bw.sendRate", T0, now).values).toEqual([9, 9]);
  });
});
