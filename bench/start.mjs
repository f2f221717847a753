// From the start of the service to its first answer: a login on an empty data directory, as it was built, as it is
// bundled and as it is installed; and RouterInfo after a restart, beside a bare server.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodes } from "./nodes.mjs";
import { besideRelease } from "./small/release.mjs";
import { infoBody, login, resultOf } from "./support/calls.mjs";
import { openConnection } from "./support/connection.mjs";
import { bareBeside, cpuOf, freshDirectory, startService } from "./support/processes.mjs";
import { millis } from "./support/table.mjs";
import { byTurns, median, ratio } from "./support/turns.mjs";

const ROUNDS = 9;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The Debian package of `npm run package`, unpacked; undefined when there is none. */
function unpacked(folder) {
  const out = here("../out");
  const deb = existsSync(out) ? readdirSync(out).find((file) => file.endsWith(".deb")) : undefined;
  if (deb === undefined || spawnSync("dpkg-deb", ["-x", join(out, deb), folder]).status !== 0)
    return undefined;
  const home = join(folder, "usr/lib/pilothouse");
  return [join(home, "node"), join(home, "bundle/start.cjs")];
}

async function measure(program) {
  const service = await startService([], undefined, program);
  try {
    await login(service);
    const answer = performance.now() - service.began;
    return { ready: service.readyMs, answer, cpu: cpuOf(service.pid) / 1e3 };
  } finally {
    await service.stop();
  }
}

export async function start() {
  return {
    "Again, to the first right answer over HTTPS": await again(),
    "On an empty data directory, to a login": await first(),
  };
}

/** As it starts on most days, by turns with a bare node:https server. The least of the rounds is the least disturbed. */
async function again() {
  const dataDir = freshDirectory();
  const before = await startService([], dataDir);
  const Token = await login(before);
  await before.stop({ keep: true });
  const contenders = {
    ours: () => answered(startService([], dataDir), infoBody(Token)),
    bare: () => answered(bareBeside(dataDir), "{}"),
  };
  const times = await byTurns(ROUNDS, contenders);
  rmSync(dataDir, { recursive: true });
  const least = (name, what) => Math.min(...times[name].map((one) => one[what]));
  const row = (title, what, figure) => ({
    "": title,
    ours: millis(least("ours", what)),
    bare: millis(least("bare", what)),
    ratio: besideRelease(figure, least("ours", what) / least("bare", what)),
  });
  return [
    row("until the first answer", "elapsed", "start, to the first right answer"),
    row("CPU until then", "cpu", "start, CPU"),
  ];
}

async function answered(starting, body) {
  const began = performance.now();
  const { pid, port, stop } = await starting;
  const connection = await openConnection({ port, secure: true });
  await resultOf(connection, port, body);
  const measured = { elapsed: performance.now() - began, cpu: cpuOf(pid) / 1e3 };
  connection.close();
  await stop({ keep: true });
  return measured;
}

async function first() {
  const folder = mkdtempSync(join(tmpdir(), "pilothouse-bench-"));
  try {
    const programs = Object.entries(nodes()).flatMap(([name, node]) => [
      [`as compiled, ${name}`, [node, here("../packages/cli/dist/main.js")]],
      [`bundle, ${name}`, [node, here("../packages/cli/bin/pilothouse.js")]],
    ]);
    const installed = unpacked(folder);
    if (installed !== undefined) programs.push(["Debian package", installed]);
    const contenders = programs.map(([name, program]) => [name, () => measure(program)]);
    const times = await byTurns(ROUNDS, Object.fromEntries(contenders));
    const all = (rows, what) => rows.map((row) => row[what]);
    const [first] = Object.values(times);
    return Object.entries(times).map(([name, rows]) => ({
      "": name,
      ready: millis(median(all(rows, "ready"))),
      "first answer": millis(median(all(rows, "answer"))),
      "CPU until then": millis(median(all(rows, "cpu"))),
      "CPU, of the first row": ratio(all(rows, "cpu"), all(first, "cpu")).text,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
