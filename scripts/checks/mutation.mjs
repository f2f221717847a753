// `npm run mutation [part…]`: changes the sources of auth, rpc, store and protocol in one place after another and
// runs the tests beside them: each change that no test notices is a survivor. Takes hours; not part of `npm test`.
// Stryker has 167 packages, so it is installed here and by nothing else (tools/mutation). What was found out is kept
// in .stamps/mutation, and the next run tries only what has changed since.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PARTS } from "../../tools/mutation/parts.mjs";
import { install, root, run } from "../prepare.mjs";

const TOOLS = "tools/mutation";
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`no part ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}\n`);
  process.exit(2);
}
// A mutant of what makes directories private has been seen to close the root directory of the machine to everyone.
if (process.getuid?.() === 0) {
  process.stderr.write(
    "mutated code may do anything that its user may: run this as an ordinary user, not as root\n",
  );
  process.exit(2);
}

// Stryker listens for its own processes on every address, so it gets a network that holds only the loopback. What
// brings the loopback up is dropped again: tests must meet the permissions of an ordinary user.
const alone = [
  ...["unshare", "--user", "--map-current-user", "--keep-caps", "--net", "sh", "-c"],
  'ip link set lo up && exec setpriv --inh-caps=-all --ambient-caps=-all "$@"',
  "sh",
];
if (spawnSync(alone[0], [...alone.slice(1), "true"], { stdio: "inherit" }).status !== 0) {
  process.stderr.write(
    "mutation testing needs a network of its own: allow user namespaces, install iproute2\n",
  );
  process.exit(2);
}

install();
if (!existsSync(join(root, TOOLS, "node_modules"))) run("npm", ["ci"], { cwd: join(root, TOOLS) });
mkdirSync(join(root, ".stamps", "mutation"), { recursive: true });
const rows = Object.keys(PARTS)
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .map(tried);
process.stdout.write(`\n${table(rows)}\n`);

function tried(name) {
  const stryker = `${TOOLS}/node_modules/@stryker-mutator/core/bin/stryker.js`;
  const env = { ...process.env, MUTATION_PART: name };
  const argv = [process.execPath, stryker, "run", `${TOOLS}/stryker.config.mjs`];
  const { status } = spawnSync(alone[0], [...alone.slice(1), ...argv], { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  const { files } = JSON.parse(
    readFileSync(join(root, ".stamps", "mutation", `${name}-report.json`), "utf8"),
  );
  const count = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0, Ignored: 0 };
  for (const { mutants } of Object.values(files)) for (const { status: end } of mutants) count[end]++;
  return { name, count };
}

/** Noticed are those that failed a test or never came to an end. */
function table(rows) {
  const line = (name, { Killed, Timeout, Survived, NoCoverage }) => {
    const noticed = Killed + Timeout;
    const all = noticed + Survived + NoCoverage;
    return `| \`${name}\` | ${all} | ${noticed} | ${Survived + NoCoverage} | ${((noticed / all) * 100).toFixed(1)}% |`;
  };
  const sum = (key) => rows.reduce((total, { count }) => total + count[key], 0);
  const all = Object.fromEntries(Object.keys(rows[0]?.count ?? {}).map((key) => [key, sum(key)]));
  return [
    "| Part | Mutants | Noticed | Survived | Score |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(({ name, count }) => line(name, count)),
    line("all", all),
  ].join("\n");
}
