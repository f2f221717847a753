// A year of samples: what they cost to take, to save, to keep, to load and to ask for.
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeResult } from "../../packages/protocol/dist/index.js";
import { History } from "../../packages/server/dist/features/history/history.js";
import { Store, silentLog } from "../../packages/server/dist/index.js";
import { freshDirectory } from "../support/processes.mjs";
import { mebibytes, micros, millis } from "../support/table.mjs";
import { median } from "../support/turns.mjs";
import { yearOnDisk } from "./year.mjs";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const YEAR = 365 * DAY;
const START = 20_000 * DAY;

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

const EVERY = 15 * SECOND;

/** A history in a store of its own, with a clock that is moved on by hand. */
function makeHistory() {
  const dir = freshDirectory();
  const store = Store.open(dir);
  const clock = { time: START, now: () => clock.time };
  const open = () => new History(store, clock, silentLog);
  const size = () => statSync(join(dir, "pilothouse.db")).size / 2 ** 20;
  const remove = async () => {
    await store.close();
    rmSync(dir, { recursive: true });
  };
  return { clock, open, size, remove };
}

/** Takes samples until `end`, as often as the service does without requests. */
export function fill(kept, clock, end) {
  for (; clock.time < end; clock.time += EVERY) kept.add(snapshotAt(clock.time));
}

/** Processor time of the query for the last `length`, asked and written; the median of many. */
function ask(kept, clock, length) {
  const once = () => {
    const { time } = clock;
    return cost(() => writeResult("pilothouse.history", kept.between(time - length, time, 2_000), []));
  };
  return median(Array.from({ length: 20 }, once));
}

export async function history() {
  const { clock, open, size, remove } = makeHistory();
  let kept = open();
  kept.start();
  const empty = size();
  const year = cost(() => fill(kept, clock, START + YEAR));
  const saves = [];
  await kept.save();
  for (let minute = 0; minute < 30; minute++) {
    for (let second = 0; second < 60; second++, clock.time += SECOND) kept.add(snapshotAt(clock.time));
    saves.push(await took(() => kept.save()));
  }
  await kept.save();
  const bytes = size() - empty;
  kept = open();
  const load = cost(() => kept.start());
  const rows = [
    ["taking one sample", micros((year * 1_000) / (YEAR / EVERY))],
    ["saving a minute, with its sync", `${millis(median(saves))}, at most ${millis(Math.max(...saves))}`],
    ["size on disk after the year", mebibytes(bytes)],
    ["loading it at the start", millis(load)],
    ["15 minutes in seconds, asked and written", millis(ask(kept, clock, 15 * MINUTE))],
    ["7 days in minutes", millis(ask(kept, clock, 7 * DAY))],
    ["the year in quarter hours, the longest query", millis(ask(kept, clock, YEAR))],
    ["`GetRate` over 31 days", millis(cost(() => kept.mean("bw.combined", 31 * DAY)))],
  ];
  await kept.save();
  await remove();
  return {
    "": rows.map(([what, result]) => ({ "a year of samples, one every 15 seconds": what, cost: result })),
    "What a year leaves on disk": await yearOnDisk(bytes * 2 ** 20),
  };
}

const SPANS = [
  ["hour", 60 * MINUTE],
  ["day", DAY],
  ["week", 7 * DAY],
  ["month", 30 * DAY],
  ["year", YEAR],
];

/** The same from an hour to a year: each is asked for whole when it is over. */
export async function historyGrowth() {
  const { clock, open, size, remove } = makeHistory();
  const rows = [];
  const lines = { query: [], load: [], size: [] };
  let kept = open();
  kept.start();
  for (const [name, length] of SPANS) {
    fill(kept, clock, START + length);
    await kept.save();
    const loads = [];
    for (let round = 0; round < 5; round++) {
      if (round > 0) await kept.save();
      kept = open();
      loads.push(cost(() => kept.start()));
    }
    const measured = { query: ask(kept, clock, length), load: median(loads), size: size() };
    rows.push({
      "history of one": name,
      samples: length / EVERY,
      "the query for all of it": millis(measured.query),
      "loading it at the start": millis(measured.load),
      "the store on disk": mebibytes(measured.size),
    });
    for (const [what, value] of Object.entries(measured)) lines[what].push([length / DAY, value]);
  }
  await kept.save();
  await remove();
  return {
    title: "History kept",
    rows,
    x: "history",
    lines: [
      { name: "the query for all of it", points: lines.query },
      { name: "loading it at the start", points: lines.load },
      { name: "the store on disk", points: lines.size },
    ],
    ticks: SPANS.map(([name, length]) => [length / DAY, name]),
  };
}
