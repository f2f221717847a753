// Writes what was measured of fleets into docs: the figures, the plots that are drawn from them, and the tables.
// By itself, it draws and writes again from the figures that are there.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { plot } from "../support/plot.mjs";
import { markdown } from "../support/table.mjs";
import { tablesOf } from "./tables.mjs";

const docs = (path) => fileURLToPath(new URL(`../../docs/${path}`, import.meta.url));
const [FIGURES, PAGE] = [docs("plots/fleet.json"), docs("benchmarks.md")];
const PLACE = /(<!-- figures of fleets -->\n)[\s\S]*(\n<!-- end of the figures of fleets -->)/;

const PLOTS = {
  fleet: {
    title: "A fleet as a whole",
    lines: {
      "hub, cores": ({ hubCores }) => hubCores,
      "nats-server, cores": ({ serverCores }) => serverCores,
      "list of all": ({ listMs }) => listMs,
      "hub, memory": ({ hubMiB }) => hubMiB,
    },
  },
  "fleet-each": {
    title: "A fleet, for each node",
    lines: {
      "hub, CPU a report": ({ hubMicros }) => hubMicros,
      "nats-server, the same": ({ serverMicros }) => serverMicros,
      "hub, memory a node": ({ hubMiB, nodes }) => hubMiB / nodes,
      "list, time a row": ({ listMs, nodes }) => listMs / nodes,
    },
  },
  "fleet-waiting": {
    title: "Waiting for a fleet",
    lines: {
      "call to a node, p99": ({ callP99 }) => callP99,
      "hub's own answer, p99": ({ ownP99 }) => ownP99,
      "killed, all back": ({ backS }) => backS,
    },
  },
};

export async function writeDocuments(given) {
  const figures = { node: process.version, arch: process.arch, cores: cpus().length, ...given };
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 1)}\n`);
  for (const [name, { title, lines }] of Object.entries(PLOTS)) {
    const drawn = Object.entries(lines).map(([line, of]) => ({
      name: line,
      points: figures.shared.map((one) => [one.nodes, of(one)]),
    }));
    writeFileSync(docs(`plots/${name}.svg`), plot({ title, x: "nodes", lines: drawn }));
  }
  const page = readFileSync(PAGE, "utf8");
  if (!PLACE.test(page)) throw new Error(`${PAGE} has no place for the figures of fleets`);
  writeFileSync(
    PAGE,
    page.replace(PLACE, (_, before, after) => `${before}${textOf(figures)}${after}`),
  );
}

function textOf(figures) {
  const { node, arch, cores, at } = figures;
  const tables = Object.entries(tablesOf(figures)).map(
    ([title, rows]) => `### ${title}\n\n${markdown(rows)}`,
  );
  const links = Object.entries(PLOTS).map(([name, { title }]) => `![${title}](plots/${name}.svg)\n`);
  return [`Node ${node}, ${cores} cores (${arch}), ${at.slice(0, 10)}.\n`, ...tables, ...links].join("\n");
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await writeDocuments(JSON.parse(readFileSync(FIGURES, "utf8")));
