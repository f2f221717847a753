// `npm run java-i2p -- DIR`: holds the double of Java I2P against an installed one. DIR is the directory that Java I2P's
// installer has made. The router runs in a network of its own that has only the loopback, with a configuration of its own.
// The conformance kit and the contract of drivers are run against both, what differs is printed, and docs/routers.md says
// how it went. Exit code: 0 they are the same, 1 they differ or the router failed, 2 wrong usage.
//   --only PREFIX      only the checks of the kit whose id begins so
//   --cases TEXT       only the cases of the contract whose name contains this
//   --page FILE        instead of docs/routers.md
//   --ready SECONDS    how long to wait for the router to answer (300)
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { javaInTime } from "../conformance/servers.mjs";
import { fromTests } from "../doubles/doubles.mjs";
import { isolated } from "../i2pd.mjs";
import { root } from "../prepare.mjs";
import { casesOf, counted, differingCases, differingChecks } from "./compare.mjs";
import { sectionOf, withSection } from "./section.mjs";

const { INSTALLED, InstalledJava, NotAsWanted, requireInstallation } = await fromTests(
  "drivers/upstream/testing/java/installed",
);

const KIT = "packages/conformance/dist/conformance.mjs";
const ALL = ["--allow-restart", "--allow-shutdown", "--allow-update", "--allow-password-change"];
const USAGE =
  "npm run java-i2p -- DIR [--only PREFIX] [--cases TEXT] [--page FILE] [--ready SECONDS]; DIR is an installed Java I2P";

function asked(args) {
  const text = { type: "string" };
  const options = { only: text, cases: text, page: text, ready: text };
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new NotAsWanted(`${error.message}\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  if (positionals.length !== 1) throw new NotAsWanted(USAGE);
  const ready = Number(values.ready ?? 300);
  if (!(ready > 0)) throw new NotAsWanted(`--ready wants a number of seconds, got ${values.ready}`);
  const dir = resolve(positionals[0]);
  requireInstallation(dir);
  return { ...values, dir, ready, page: resolve(root, values.page ?? "docs/routers.md") };
}

const node = (args, env = {}) =>
  new Promise((done, failed) => {
    const options = { cwd: root, stdio: ["ignore", 2, 2], env: { ...process.env, ...env } };
    spawn(process.execPath, args, options).on("error", failed).on("close", done);
  });

/** What the kit says of a server. */
async function judged({ url, password }, label, file, { only }) {
  const some = only === undefined ? [] : ["--only", only];
  const args = [KIT, url, ...ALL, ...some, "--label", label, "--quiet", "--json", file];
  await node(args, { I2PCONTROL_PASSWORD: password });
  if (!existsSync(file)) throw new NotAsWanted(`The conformance kit left no report of ${label}`);
  return JSON.parse(readFileSync(file, "utf8"));
}

async function judgedReal(work, given) {
  const java = new InstalledJava(given.dir, join(work, "home"));
  await java.start(given.ready * 1_000);
  try {
    const version = await versionOf(INSTALLED);
    process.stderr.write(`Java I2P ${version} answers\n`);
    const report = await judged(INSTALLED, `Java I2P ${version}`, join(work, "real.json"), given);
    const wasStopped = report.checks.some(
      ({ id, outcome }) => /^actions\.shutdown/.test(id) && outcome !== "skipped",
    );
    if (java.ended !== undefined && !wasStopped)
      throw new NotAsWanted(`Java I2P ended while it was judged: ${java.ended}`);
    return { version, report };
  } finally {
    await java.end();
  }
}

async function judgedDouble(work, given) {
  const { password } = INSTALLED;
  const java = await javaInTime(password);
  try {
    return await judged({ url: java.double.url, password }, "The double", join(work, "double.json"), given);
  } finally {
    await java.close();
  }
}

async function versionOf({ url, password }) {
  const ask = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: "1", method, params });
    const reply = await fetch(url, { method: "POST", body, signal: AbortSignal.timeout(30_000) });
    return (await reply.json()).result;
  };
  const { Token } = await ask("Authenticate", { API: 1, Password: password });
  return (await ask("RouterInfo", { Token, "i2p.router.version": "" }))["i2p.router.version"];
}

/** What the contract of drivers comes to, by the test runner. */
async function contract(work, { dir, cases }, isReal) {
  const file = join(work, `contract-${isReal ? "real" : "double"}.json`);
  const which = isReal
    ? ["--config", "vitest.java.config.ts"]
    : ["packages/drivers/src/upstream/contract.test.ts"];
  const some = cases === undefined ? [] : ["--testNamePattern", cases];
  const out = ["--reporter=verbose", "--reporter=json", `--outputFile=${file}`];
  await node(["node_modules/vitest/vitest.mjs", "run", ...which, ...some, ...out], {
    PILOTHOUSE_JAVA_I2P: dir,
  });
  if (!existsSync(file)) throw new NotAsWanted("The test runner left no report of the contract");
  return JSON.parse(readFileSync(file, "utf8"));
}

const outcomes = (report) => counted([...casesOf(report).values()].map((status) => status.split(":")[0]));

async function inside(args) {
  const given = asked(args);
  const work = mkdtempSync(join(tmpdir(), "pilothouse-java-i2p-"));
  try {
    const { version, report } = await judgedReal(work, given);
    const ofDouble = await judgedDouble(work, given);
    const real = await contract(work, given, true);
    const double = await contract(work, given, false);
    const found = {
      version,
      date: new Date().toISOString().slice(0, 10),
      checks: {
        real: report.summary,
        double: ofDouble.summary,
        differing: differingChecks(report, ofDouble),
      },
      cases: { real: outcomes(real), double: outcomes(double), differing: differingCases(real, double) },
    };
    const differing = [...found.checks.differing, ...found.cases.differing];
    for (const row of differing)
      process.stdout.write(`${row.name}\n  real:   ${row.real}\n  double: ${row.double}\n`);
    process.stdout.write(`${differing.length} rows differ between Java I2P ${version} and the double\n`);
    writeFileSync(given.page, withSection(readFileSync(given.page, "utf8"), sectionOf(found)));
    return differing.length === 0 ? 0 : 1;
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

const [task, ...args] = process.argv.slice(2);
let isAsked = false;
try {
  if (task === "inside") {
    isAsked = true;
    process.exitCode = await inside(args);
  } else {
    const given = process.argv.slice(2);
    asked(given);
    isAsked = true;
    process.exitCode = isolated([process.execPath, fileURLToPath(import.meta.url), "inside", ...given]);
  }
} catch (error) {
  if (!(error instanceof NotAsWanted)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = isAsked ? 1 : 2;
}
