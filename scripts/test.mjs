// `npm test`: every check, from a fresh clone. Arguments after `--` go to the test runner, and then the
// tests with real routers and with real brokers, which run in networks of their own, are left out. Two variables
// concern all kinds of tests: PILOTHOUSE_TEST_OPTIONS holds options for the test runner, separated by blanks, and
// PILOTHOUSE_TEST_RESULTS names a directory for the results as JSON (tests.json, routers.json, more-routers.json and
// fleet.json). What failed is listed at the end.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { failuresOf, PARTS, resultsIn } from "./checks/results.mjs";
import { build, install, root, run } from "./prepare.mjs";

const bin = (name) => `node_modules/.bin/${name}`;
const { PILOTHOUSE_TEST_OPTIONS = "", PILOTHOUSE_TEST_RESULTS: results = join(root, ".stamps", "results") } =
  process.env;

const optionsOf = (part) => [
  ...PILOTHOUSE_TEST_OPTIONS.split(/\s+/).filter(Boolean),
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(results, `${part}.json`)}`,
];

/** The exit code of a test run that was started. */
const codeOf = (child) =>
  new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve(code ?? 1));
  });

/** Runs tests in a network of their own, beside the others: they mostly wait. They print at the end. */
async function runIsolated(script, part, ...more) {
  const output = [];
  const child = spawn(process.execPath, [script, "test", ...optionsOf(part), ...more], { cwd: root });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => output.push(piece));
  const failed = await codeOf(child);
  return { failed, print: () => process.stdout.write(Buffer.concat(output)) };
}

const chosen = process.argv.slice(2);
// Beside npm and the compiler: downloads mostly wait.
const programs = codeOf(
  spawn(process.execPath, ["scripts/fetch/programs.mjs", ...(chosen.length > 0 ? [] : ["--i2pd"])], {
    cwd: root,
    stdio: "inherit",
  }),
);
install();
build();
run(bin("biome"), ["check", "."]);
if ((await programs) !== 0) process.exit(1);
// Coverage is that of the sources.
if (![...chosen, PILOTHOUSE_TEST_OPTIONS].some((one) => one.includes("--coverage")))
  process.env.PILOTHOUSE_TEST_BUILT = "1";
for (const part of Object.keys(PARTS)) rmSync(join(results, `${part}.json`), { force: true });
const isolated =
  chosen.length > 0
    ? []
    : [
        // Routers of one network run one test file after the other, so there are two networks.
        runIsolated("scripts/i2pd.mjs", "routers", "--shard=1/2"),
        runIsolated("scripts/i2pd.mjs", "more-routers", "--shard=2/2"),
        runIsolated("scripts/nats.mjs", "fleet"),
      ];
const options = [...optionsOf("tests"), ...chosen];
const tests = spawn(bin("vitest"), ["run", ...options], { cwd: root, stdio: "inherit" });
// Those that mostly wait go first when they have something to do: nobody else makes up for what they lose.
if (isolated.length > 0) setPriority(tests.pid, constants.priority.PRIORITY_BELOW_NORMAL);
const failed = await codeOf(tests);
// One run shows everything, also when the first part has failed.
const others = await Promise.all(isolated);
for (const { print } of others) print();
process.exitCode = [failed, ...others.map((other) => other.failed)].find((code) => code !== 0) ?? 0;
for (const { name, reason } of failuresOf(resultsIn(results), process.exitCode))
  process.stdout.write(`failed: ${name}: ${reason}\n`);
