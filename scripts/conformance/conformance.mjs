// `npm run conformance [-- NAME...]`: judges every server with the conformance kit, keeps the summaries of the
// reports in docs/conformance/runs, and makes the matrix from them. A real i2pd runs meanwhile, in a network of its own.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isolated } from "../i2pd.mjs";
import { root } from "../prepare.mjs";
import { anUpdate, SERVERS } from "./servers.mjs";
import { summarize } from "./summary.mjs";

const KIT = "packages/conformance/dist/conformance.mjs";
const runs = (name) => `docs/conformance/runs/${name}.json`;

/** Runs the kit as its users do. Failures are what it is here to find: they are no reason to stop. */
const kit = (args, env = {}) =>
  new Promise((resolve, reject) => {
    const options = { cwd: root, stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...env } };
    spawn(process.execPath, [KIT, ...args], options)
      .on("error", reject)
      .on("close", resolve);
  });

async function judge(name) {
  const { label, args, recorded, start } = SERVERS[name];
  const dir = mkdtempSync(join(tmpdir(), "pilothouse-conformance-"));
  const server = await start(dir, anUpdate(join(dir, "updates")));
  try {
    const about = ["--label", label, ...(recorded ? ["--recorded"] : []), "--public", "--json", runs(name)];
    const code = await kit([server.url, ...args, ...about], { I2PCONTROL_PASSWORD: server.password });
    summarize(join(root, runs(name)));
    process.stdout.write(`${name}: exit code ${code}\n`);
  } finally {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function inside(names) {
  for (const name of names) await judge(name);
  const outputs = ["--html", "docs/conformance/matrix.html", "--markdown", "docs/conformance/matrix.md"];
  await kit(["matrix", ...Object.keys(SERVERS).map(runs), ...outputs]);
}

const [task, ...names] = process.argv.slice(2);
if (task === "inside") await inside(names.length > 0 ? names : Object.keys(SERVERS));
else {
  const self = [process.execPath, fileURLToPath(import.meta.url), "inside"];
  process.exitCode = isolated([...self, ...(task === undefined ? [] : [task, ...names])]);
}
