// `npm run bench [part…]`: prints what docs/benchmarks.md explains. Nothing here is a test.
import { cpus } from "node:os";
import { build, install } from "./prepare.mjs";

install();
build();
const { routerInfo } = await import("../bench/router-info.mjs");
const { atRest } = await import("../bench/at-rest.mjs");
const { help } = await import("../bench/help.mjs");
const { history } = await import("../bench/history.mjs");

const PARTS = { "router-info": routerInfo, "at-rest": atRest, help, history };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`no benchmark ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}\n`);
  process.exit(2);
}
process.stdout.write(`Node ${process.version}, ${cpus().length} cores, ${process.arch}\n`);
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  console.table(await part());
}
