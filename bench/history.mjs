// A year of samples: what they cost to take, to save, to keep, to load and to ask for.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeResult } from "../packages/protocol/dist/index.js";
import { Store, silentLog } from "../packages/server/dist/index.js";
import { History } from "../packages/server/dist/telemetry/history.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const YEAR = 365 * DAY;
const START = 20_000 * DAY;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const took = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
/** Processor time, which says the same on a busy machine. */
const cost = (work) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** Days and weeks of traffic, without a random source so that every run has the same. */
const snapshotAt = (at) => ({
  at,
  phase: { name: "running" },
  facts: {
    "router.net.bw.outbound.1s": 200_000 + 90_000 * Math.sin(at / DAY) + (at % 997),
    "router.net.bw.inbound.1s": 180_000 + 80_000 * Math.cos(at / DAY) + (at % 991),
    "router.net.tunnels.participating": 1_500 + (at % 97),
    "router.netdb.activepeers": 400 + (at % 31),
    "router.netdb.fastpeers": 60 + (at % 7),
    "router.netdb.highcapacitypeers": 90 + (at % 11),
    "router.netdb.knownpeers": 9_000 + (at % 101),
  },
});

export async function history() {
  const dir = mkdtempSync(join(tmpdir(), "pilothouse-bench-"));
  let now = START;
  const clock = { now: () => now };
  const store = Store.open(dir);
  let kept = new History(store, clock, silentLog);
  kept.start();
  const empty = statSync(join(dir, "pilothouse.db")).size;

  const year = cost(() => {
    for (const end = START + YEAR; now < end; now += 15 * SECOND) kept.add(snapshotAt(now));
  });
  const saves = [];
  await kept.save();
  for (let minute = 0; minute < 30; minute++) {
    for (let second = 0; second < 60; second++, now += SECOND) kept.add(snapshotAt(now));
    saves.push(await took(() => kept.save()));
  }
  await kept.stop();
  const bytes = statSync(join(dir, "pilothouse.db")).size - empty;

  kept = new History(store, clock, silentLog);
  const load = cost(() => kept.start());
  const ask = (length) =>
    cost(() => writeResult("pilothouse.history", kept.between(now - length, now, 2_000), []));
  const times = (length) => {
    const all = Array.from({ length: 20 }, () => ask(length));
    return { all: median(all), first: all[0] };
  };
  const queries = { quarter: times(15 * MINUTE), week: times(7 * DAY), year: times(YEAR) };
  const mean = cost(() => kept.mean("bw.combined", 31 * DAY));
  await kept.stop();
  await store.close();
  rmSync(dir, { recursive: true });
  const ms = (value) => Number(value.toFixed(2));
  const samples = YEAR / (15 * SECOND);
  return [
    { what: `a sample, of ${samples}`, result: `${((year * 1_000) / samples).toFixed(2)} us` },
    {
      what: "saving a minute with its sync, median (largest)",
      result: `${ms(median(saves))} (${ms(Math.max(...saves))}) ms`,
    },
    { what: "size on disk after a year", result: `${(bytes / 2 ** 20).toFixed(2)} MiB` },
    { what: "loading it at start", result: `${ms(load)} ms` },
    { what: "15 minutes in seconds, asked and written", result: `${ms(queries.quarter.all)} ms` },
    { what: "7 days in minutes", result: `${ms(queries.week.all)} ms` },
    {
      what: "a year in quarter hours, median (first)",
      result: `${ms(queries.year.all)} (${ms(queries.year.first)}) ms`,
    },
    { what: "GetRate over 31 days", result: `${ms(mean)} ms` },
  ];
}
