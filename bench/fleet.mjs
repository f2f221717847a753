// A hub and its nats-server as processes of their own, and as many nodes as wanted, simulated in other processes.
// Runs in a network that holds nothing but the loopback. BENCH_FLEET_NODES=1000,5000 measures other numbers of nodes;
// then docs/benchmarks.md and the plots are left as they are. With a built checkout of another revision in
// PILOTHOUSE_BENCH_OTHER, both are measured by turns instead, with 1,000 nodes.
import { resolve } from "node:path";
import { inFleetNetwork } from "./fleet/network.mjs";
import { tablesOf } from "./fleet/tables.mjs";
import { writeDocuments } from "./fleet/write-documents.mjs";
import { rounded } from "./support/table.mjs";
import { byTurns, median, ratio } from "./support/turns.mjs";

const COUNTS = [100, 1_000, 10_000, 50_000];
/** Nodes share this many connections at most. */
const CONNECTIONS = 1_000;
/** Each with a connection of its own. */
const ALONE = 10_000;
/** The jitter after a lost connection: for shared connections, and the one that a hub of that size sets. */
const JITTER_MS = { shared: 3_000, alone: 15_000 };

const measured = (...options) => inFleetNetwork("measure.mjs", options);

/** Whether each is no worse than in the other checkout, as far as that measures it. */
const COMPARED = [
  ["hub, µs a report", "hubMicros"],
  ["hub, MiB", "hubMiB"],
  ["call to a node p50, ms", "callP50"],
  ["p99, ms", "callP99"],
  ["p50 in the first ten seconds, ms", "firstCallP50"],
  ["p99 in the first ten seconds, ms", "firstCallP99"],
  ["killed, all back, s", "backS"],
];
const ROUNDS = 3;

async function beside(other) {
  const options = [1_000, CONNECTIONS, JITTER_MS.shared];
  const { ours, theirs } = await byTurns(ROUNDS, {
    theirs: () => inFleetNetwork(resolve(other, "bench/fleet/measure.mjs"), options),
    ours: () => measured(...options),
  });
  return COMPARED.filter(([, figure]) => theirs[0][figure] !== undefined).map(([what, figure]) => {
    const [here, there] = [ours, theirs].map((all) => all.map((one) => one[figure]));
    const { text, range } = ratio(here, there);
    return {
      "1,000 nodes": what,
      other: rounded(median(there), 3),
      this: rounded(median(here), 3),
      ratio: text,
      range,
    };
  });
}

export async function fleet() {
  const other = process.env.PILOTHOUSE_BENCH_OTHER;
  if (other) return beside(other);
  const given = process.env.BENCH_FLEET_NODES;
  const shared = (given?.split(",").map(Number) ?? COUNTS).map((count) =>
    measured(count, Math.min(count, CONNECTIONS), JITTER_MS.shared),
  );
  if (given !== undefined) return tablesOf({ shared });
  const figures = { at: new Date().toISOString(), shared, alone: measured(ALONE, ALONE, JITTER_MS.alone) };
  await writeDocuments(figures);
  return tablesOf(figures);
}
