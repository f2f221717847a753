// `npm run soak [part…]`: the long forms of the tests, one after the other, and at the end a table for
// docs/reliability.md. A part is a test file that has a long form, named without its ending; all of them
// take hours. PILOTHOUSE_SOAK_SECONDS sets how long a real router is watched, 20 minutes if unset.
//
// `npm run soak -- crash --count=5000 --slice=100` does what one part counts (kills, requests, tokens) so often, in
// slices of their own seeds. Each slice leaves a line of JSON in .stamps/soak/crash.jsonl; started again, it goes
// on after the last. For parts that count: crash, guessing, hostile-answers, hostile-bus, hostile-input, killed-tunnels,
// model, model-fleet, model-https, model-i2pd, model-java, random-tunnels, real-routers.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { arch, availableParallelism, release, tmpdir, totalmem } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { testWithRouters } from "../i2pd.mjs";
import { testFleet } from "../nats.mjs";
import { build, install, root } from "../prepare.mjs";

const PLACES = [
  "tests/attacks",
  "tests/faults",
  "tests/fleet",
  "tests/i2pd",
  "tests/model",
  "packages/drivers/src/i2pd/testnet",
];
/** How a test file shows that it has a long form. */
const LONG_FORM = /from "\.[./a-z]*\/long\.js"|PILOTHOUSE_TEST_LONG/;
/** And that it counts something. */
const COUNTS = /\btimes\(/;
const isRouterTest = (file) => file.endsWith(".router-test.ts");
const isFleetTest = (file) => file.endsWith(".fleet-test.ts");
const isReal = (file) => isRouterTest(file) || isFleetTest(file);
const partOf = (file) => basename(file).replace(/\..*/, "");

let runs = 0;

/** Real routers come last: they take longest. */
const files = PLACES.flatMap((dir) =>
  readdirSync(join(root, dir), { recursive: true }).map((name) => `${dir}/${name}`),
)
  .filter((file) => /test\.ts$/.test(file) && LONG_FORM.test(readFileSync(join(root, file), "utf8")))
  .sort((a, b) => isReal(a) - isReal(b));

const { positionals: wanted, values: options } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string" }, slice: { type: "string", default: "100000" } },
});
const parts = [...new Set(files.map(partOf))];
const unknown = wanted.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no part ${unknown.join(", ")}; there are ${parts.join(", ")}\n`);
  process.exit(2);
}

const chosen = files.filter((file) => wanted.length === 0 || wanted.includes(partOf(file)));
const [count, slice] = [options.count, options.slice].map((text) => Number(text ?? 0));
if (options.count !== undefined && !(chosen.length > 0 && count > 0 && slice > 0 && wanted.length === 1)) {
  process.stderr.write(
    "--count and --slice are numbers above 0, for one part: crash --count=5000 --slice=100\n",
  );
  process.exit(2);
}

install();
build();
const scratch = mkdtempSync(join(tmpdir(), "soak-"));
if (options.count === undefined) {
  const rows = chosen.map((file, index) => {
    process.stdout.write(`\n${index + 1} of ${chosen.length}: ${file}\n`);
    return soaked(file);
  });
  process.stdout.write(`\n${machine()}\n\n${table(rows)}\n`);
  process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1;
} else countUp(wanted[0]);
rmSync(scratch, { recursive: true });

/** One slice after another until there were `count`; ends at the first that fails. */
function countUp(part) {
  const file = chosen.find((name) => COUNTS.test(readFileSync(join(root, name), "utf8")));
  const kept = join(root, ".stamps", "soak", `${part}.jsonl`);
  mkdirSync(join(root, ".stamps", "soak"), { recursive: true });
  const lines = () => jsonLines(readOr(kept, ""));
  const done = () => lines().reduce((sum, one) => sum + (one.passed ? one.count : 0), 0);
  while (done() < count) {
    const number = lines().length;
    const next = Math.min(slice, count - done());
    Object.assign(process.env, {
      PILOTHOUSE_SOAK_COUNT: String(next),
      PILOTHOUSE_SOAK_SLICE: String(number),
    });
    const { passed, took, figures } = soaked(file);
    appendFileSync(kept, `${JSON.stringify({ slice: number, count: next, passed, took, figures })}\n`);
    const seconds = Math.round(lines().reduce((sum, one) => sum + one.took, 0) / 1_000);
    process.stdout.write(
      `${JSON.stringify({ part, done: done(), of: count, slices: number + 1, seconds })}\n`,
    );
    if (passed) continue;
    process.exitCode = 1;
    return;
  }
}

/** Runs one file in its long form; a failure becomes a row of the table, and the rest still runs. */
function soaked(file) {
  const number = runs++;
  const results = join(scratch, `${number}.json`);
  const figures = join(scratch, `${number}.jsonl`);
  Object.assign(process.env, { PILOTHOUSE_TEST_LONG: "1", PILOTHOUSE_FIGURES: figures });
  const args = [file, "--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const began = Date.now();
  const run = isRouterTest(file) ? testWithRouters : isFleetTest(file) ? testFleet : test;
  const status = run(args);
  return {
    file,
    passed: status === 0,
    took: Date.now() - began,
    tests: JSON.parse(readOr(results, "{}")),
    figures: jsonLines(readOr(figures, "")),
  };
}

function test(args) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...args];
  return spawnSync(process.execPath, vitest, { cwd: root, stdio: "inherit" }).status;
}

function jsonLines(text) {
  const lines = text.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}

function machine() {
  const day = new Date().toISOString().slice(0, 10);
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`;
  return `${day}, Node ${process.version}, Linux ${release()}, ${availableParallelism()} cores (${arch()}), ${memory}.`;
}

function table(rows) {
  const lines = rows.map(({ file, passed, took, tests, figures }) => {
    const { numPassedTests: good = 0, numTotalTests: all = 0, numPendingTests: skipped = 0 } = tests;
    const outcome = `${good} of ${all - skipped} passed${skipped ? `, ${skipped} skipped` : ""}${passed ? "" : ": FAILED"}`;
    return `| \`${basename(file)}\` | ${outcome} | ${span(took)} | ${figures.map(measured).join("<br>")} |`;
  });
  return ["| Test | Outcome | Took | Measured |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

function measured({ what, figures }) {
  const shown = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === "number" ? value.toLocaleString("en-US") : value}`,
  );
  return `${what}: ${shown.join(", ")}`;
}

function span(ms) {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
