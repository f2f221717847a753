// `npm test`: every check, from a fresh clone. Arguments after `--` go to the test runner, and then the
// tests with real routers, which run in a network of their own, are left out. Two variables concern both
// kinds of tests: PILOTHOUSE_TEST_OPTIONS holds options for the test runner, separated by blanks, and
// PILOTHOUSE_TEST_RESULTS names a directory for the results as JSON (tests.json and routers.json).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { chromium } from "./chromium.mjs";
import { testWithRouters } from "./i2pd.mjs";
import { build, install, root, run } from "./prepare.mjs";
import { prometheus } from "./prometheus.mjs";
import { scanners } from "./scanners.mjs";

const bin = (name) => `node_modules/.bin/${name}`;
const { PILOTHOUSE_TEST_OPTIONS = "", PILOTHOUSE_TEST_RESULTS } = process.env;

const optionsOf = (part) => [
  ...PILOTHOUSE_TEST_OPTIONS.split(/\s+/).filter(Boolean),
  ...(PILOTHOUSE_TEST_RESULTS === undefined
    ? []
    : [
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${join(PILOTHOUSE_TEST_RESULTS, `${part}.json`)}`,
      ]),
];

function test(args) {
  const { status, error } = spawnSync(bin("vitest"), ["run", ...args], { cwd: root, stdio: "inherit" });
  if (error) throw error;
  return status ?? 1;
}

install();
build();
prometheus();
chromium();
scanners();
run(bin("biome"), ["check", "."]);
const chosen = process.argv.slice(2);
const failed = test([...optionsOf("tests"), ...chosen]);
// They run even if a test failed before, so that one run shows everything.
const failedWithRouters = chosen.length === 0 ? testWithRouters(optionsOf("routers")) : 0;
process.exitCode = failed || failedWithRouters;
