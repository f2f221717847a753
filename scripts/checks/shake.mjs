// `npm run shake`: runs the whole of `npm test` again and again under different conditions, to find tests
// that depend on order or speed. Logs and results of each run are kept in .stamps/shake.
//   npm run shake                            10 runs that cycle through all modes
//   npm run shake -- 3 --modes busy,low      3 runs that cycle through these modes
//   npm run shake -- --seed 7                a seed for every shuffled run, to repeat one that failed
//   npm run shake -- 5 -- tests/cli          what follows a second -- goes to the test runner, and then the
//                                            tests with real routers and brokers are left out
// A mode is a word or several joined by +:
//   plain     as `npm test` does it
//   shuffle   files and tests in random order
//   busy      with a busy loop for each core
//   low       at the lowest priority, which all processes of the tests inherit
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../prepare.mjs";
import { failuresOf, PARTS, resultsIn } from "./results.mjs";

const CONDITIONS = ["plain", "shuffle", "busy", "low"];
const MODES = "plain,shuffle,busy,low,shuffle+busy,shuffle+low";
const kept = join(root, ".stamps", "shake");
const say = (text) => process.stdout.write(`${text}\n`);

/** Ends with its parent, also when that is killed. */
const BUSY = `
  const parent = process.ppid;
  while (process.ppid === parent) for (const end = Date.now() + 100; Date.now() < end; );
`;

function readArguments(argv) {
  const cut = argv.indexOf("--");
  const [own, passed] = cut === -1 ? [argv, []] : [argv.slice(0, cut), argv.slice(cut + 1)];
  const { values, positionals } = parseArgs({
    args: own,
    allowPositionals: true,
    options: { modes: { type: "string", default: MODES }, seed: { type: "string" } },
  });
  const [count = "10", ...more] = positionals;
  const modes = values.modes.split(",");
  const unknown = modes.flatMap((mode) => mode.split("+")).filter((word) => !CONDITIONS.includes(word));
  if (more.length > 0 || !/^[1-9]\d*$/.test(count))
    throw new Error(`"${positionals.join(" ")}" is not a number of runs`);
  if (unknown.length > 0) throw new Error(`no mode "${unknown[0]}"; there are ${CONDITIONS.join(", ")}`);
  if (values.seed !== undefined && !/^\d+$/.test(values.seed))
    throw new Error(`the seed "${values.seed}" is not a whole number`);
  return { count: Number(count), modes, seed: values.seed, passed };
}

/** Runs `npm test` once and returns how it went. */
async function shaken(mode, index, { seed: given, passed }) {
  const conditions = mode.split("+");
  const seed = conditions.includes("shuffle") ? (given ?? String(1 + Math.floor(Math.random() * 1e6))) : "";
  const dir = join(kept, `${index + 1}-${mode}`);
  const log = join(dir, "log");
  mkdirSync(dir, { recursive: true });
  say(`run ${index + 1}: ${mode}${seed && `, seed ${seed}`}, log in ${relative(root, log)}`);
  const shuffled = `--sequence.shuffle.files --sequence.shuffle.tests --sequence.seed=${seed}`;
  const env = {
    ...process.env,
    PILOTHOUSE_TEST_RESULTS: dir,
    PILOTHOUSE_TEST_OPTIONS: `${process.env.PILOTHOUSE_TEST_OPTIONS ?? ""} ${seed && shuffled}`,
  };
  const low = conditions.includes("low") ? ["nice", "-n", "19"] : [];
  const start = (command, options) => spawn(command[0], command.slice(1), options);
  const load = conditions.includes("busy")
    ? Array.from({ length: availableParallelism() }, () =>
        start([...low, process.execPath, "--eval", BUSY], { stdio: "ignore" }),
      )
    : [];
  const began = Date.now();
  const out = openSync(log, "w");
  try {
    const child = start([...low, process.execPath, "scripts/test.mjs", ...passed], {
      cwd: root,
      env,
      stdio: ["ignore", out, out],
    });
    const code = await new Promise((resolve, reject) => {
      child.on("error", reject).on("close", (code) => resolve(code ?? 1));
    });
    return shown({ run: index + 1, mode, seed, code, took: Date.now() - began, dir });
  } finally {
    for (const one of load) one.kill("SIGKILL");
    closeSync(out);
  }
}

function shown({ dir, took, ...row }) {
  const parts = resultsIn(dir);
  const failing = failuresOf(parts, row.code);
  const counts = parts.map((part) =>
    part === undefined ? "none" : `${part.numPassedTests} passed, ${part.numFailedTests} failed`,
  );
  const seconds = Math.round(took / 1_000);
  const duration = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  for (const [index, part] of Object.values(PARTS).entries()) say(`  ${part}: ${counts[index]}`);
  say(`  ${row.code === 0 ? "passed" : "failed"} after ${duration}`);
  for (const { name, reason } of failing) say(`  failed: ${name}: ${reason}`);
  return { ...row, counts, duration };
}

function table(rows) {
  const cells = rows.map(({ run, mode, seed, counts, duration, code }) =>
    [run, mode, seed, ...counts, duration, code === 0 ? "passed" : "failed"].map(String),
  );
  const all = [["run", "mode", "seed", ...Object.values(PARTS), "time", "result"], ...cells];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join("  ")).join("\n");
}

try {
  const wanted = readArguments(process.argv.slice(2));
  rmSync(kept, { recursive: true, force: true });
  const rows = [];
  for (let index = 0; index < wanted.count; index++)
    rows.push(await shaken(wanted.modes[index % wanted.modes.length], index, wanted));
  say(`\n${table(rows)}`);
  process.exitCode = rows.every(({ code }) => code === 0) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
