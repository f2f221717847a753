// `npm run soak [part…]`: the long forms of the tests, one after the other, and at the end a table for
// docs/reliability.md. A part is a test file that has a long form, named without its ending; all of them
// take hours. PILOTHOUSE_SOAK_SECONDS sets how long a real router is watched, 20 minutes if unset.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { arch, availableParallelism, release, tmpdir, totalmem } from "node:os";
import { basename, join } from "node:path";
import { testWithRouters } from "./i2pd.mjs";
import { build, install, root } from "./prepare.mjs";

const PLACES = ["tests/attacks", "tests/i2pd", "packages/drivers/src/i2pd/testnet"];
/** How a test file shows that it has a long form. */
const LONG_FORM = /\/long\.js"|PILOTHOUSE_TEST_LONG/;
const isRouterTest = (file) => file.endsWith(".router-test.ts");
const partOf = (file) => basename(file).replace(/\..*/, "");

/** Real routers come last: they take longest. */
const files = PLACES.flatMap((dir) => readdirSync(join(root, dir)).map((name) => `${dir}/${name}`))
  .filter((file) => /test\.ts$/.test(file) && LONG_FORM.test(readFileSync(join(root, file), "utf8")))
  .sort((a, b) => isRouterTest(a) - isRouterTest(b));

const wanted = process.argv.slice(2);
const parts = [...new Set(files.map(partOf))];
const unknown = wanted.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no part ${unknown.join(", ")}; there are ${parts.join(", ")}\n`);
  process.exit(2);
}

install();
build();
const scratch = mkdtempSync(join(tmpdir(), "soak-"));
const chosen = files.filter((file) => wanted.length === 0 || wanted.includes(partOf(file)));
const rows = chosen.map(soaked);
rmSync(scratch, { recursive: true });
process.stdout.write(`\n${machine()}\n\n${table(rows)}\n`);
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1;

/** Runs one file in its long form; a failure is a row of the table, and the rest goes on. */
function soaked(file, index) {
  process.stdout.write(`\n${index + 1} of ${chosen.length}: ${file}\n`);
  const results = join(scratch, `${index}.json`);
  const figures = join(scratch, `${index}.jsonl`);
  Object.assign(process.env, { PILOTHOUSE_TEST_LONG: "1", PILOTHOUSE_FIGURES: figures });
  const args = [file, "--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const began = Date.now();
  const status = isRouterTest(file) ? testWithRouters(args) : test(args);
  return {
    file,
    passed: status === 0,
    took: Date.now() - began,
    tests: JSON.parse(readOr(results, "{}")),
    figures: readOr(figures, "")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

function test(args) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...args];
  return spawnSync(process.execPath, vitest, { cwd: root, stdio: "inherit" }).status;
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
  const told = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === "number" ? value.toLocaleString("en-US") : value}`,
  );
  return `${what}: ${told.join(", ")}`;
}

function span(ms) {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
