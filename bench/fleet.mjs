// A hub and its nats-server as processes of their own, and as many nodes as wanted, simulated in other processes.
// Runs in a network that holds nothing but the loopback. BENCH_FLEET_NODES=1000,5000 measures other numbers of nodes;
// then docs/benchmarks.md and the plots are left as they are.
import { inFleetNetwork } from "./fleet/network.mjs";
import { tablesOf } from "./fleet/tables.mjs";
import { writeDocuments } from "./fleet/write-documents.mjs";

const COUNTS = [100, 1_000, 10_000, 50_000];
/** Nodes share this many connections at most. */
const CONNECTIONS = 1_000;
/** Each with a connection of its own. */
const ALONE = 10_000;
/** The jitter after a lost connection: for shared connections, and the one that a hub of that size sets. */
const JITTER_MS = { shared: 3_000, alone: 15_000 };

const measured = (...options) => inFleetNetwork("measure.mjs", options);

export async function fleet() {
  const given = process.env.BENCH_FLEET_NODES;
  const shared = (given?.split(",").map(Number) ?? COUNTS).map((count) =>
    measured(count, Math.min(count, CONNECTIONS), JITTER_MS.shared),
  );
  if (given !== undefined) return tablesOf({ shared });
  const figures = { at: new Date().toISOString(), shared, alone: measured(ALONE, ALONE, JITTER_MS.alone) };
  await writeDocuments(figures);
  return tablesOf(figures);
}
