// `npm run bench [part…]`: prints the tables that docs/benchmarks.md explains, and draws its plots.
// Nothing here is a test.
import { cpus } from "node:os";
import { build, install } from "./prepare.mjs";

install();
build();
// Each Node would read those authorities at its start, which takes longer than all else that an empty one does.
delete process.env.NODE_EXTRA_CA_CERTS;
const { noise } = await import("../bench/noise.mjs");
const { markdown } = await import("../bench/support/table.mjs");

/** Each resolves with the rows of a table, or with several tables by their titles. */
const PARTS = {
  "router-info": async () => (await import("../bench/router-info.mjs")).routerInfo(),
  i2pd: async () => (await import("../bench/i2pd/i2pd.mjs")).i2pd(),
  p99: async () => (await import("../bench/p99.mjs")).p99(),
  growth: async () => (await import("../bench/growth/growth.mjs")).growth(),
  "at-rest": async () => (await import("../bench/at-rest.mjs")).atRest(),
  console: async () => (await import("../bench/console.mjs")).consolePages(),
  start: async () => (await import("../bench/start.mjs")).start(),
  help: async () => (await import("../bench/help.mjs")).help(),
  small: async () => (await import("../bench/small/small.mjs")).small(),
  history: async () => (await import("../bench/growth/history.mjs")).history(),
  upstream: async () => (await import("../bench/upstream.mjs")).upstream(),
  abuse: async () => (await import("../bench/abuse/abuse.mjs")).abuse(),
  handshakes: async () => (await import("../bench/abuse/handshakes.mjs")).handshakes(),
  expressions: async () => (await import("../bench/expressions.mjs")).expressionTimes(),
  fleet: async () => (await import("../bench/fleet.mjs")).fleet(),
  "hostile-node": async () => (await import("../bench/hostile-node.mjs")).hostileNode(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`no benchmark ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}\n`);
  process.exit(2);
}

async function show(name, part) {
  process.stdout.write(`\n## ${name}\n`);
  const tables = await part();
  for (const [title, rows] of Array.isArray(tables) ? [["", tables]] : Object.entries(tables))
    process.stdout.write(`\n${title && `${title}\n\n`}${markdown(rows)}`);
}

const began = performance.now();
process.stdout.write(
  `Node ${process.version}, ${cpus().length} cores, ${process.arch}, ${new Date().toISOString()}\n`,
);
// First of all, so that every ratio below can be judged by it.
await show("noise", noise);
for (const [name, part] of Object.entries(PARTS))
  if (wanted.length === 0 || wanted.includes(name)) await show(name, part);
process.stdout.write(`\ntook ${Math.round((performance.now() - began) / 1_000)} s\n`);
