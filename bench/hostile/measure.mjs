// A hub with its nats-server and honest nodes, and one that is hostile. Prints what was measured as one line of JSON.
import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { callHub, prepare, startHub } from "../fleet/hub.mjs";
import { cpuOf } from "../support/processes.mjs";
import { median, quantile } from "../support/turns.mjs";

const HONEST = 100;
const QUIET_MS = 30_000;
const ATTACK_MS = 60_000;
const CALLS_A_SECOND = 100;

const dir = mkdtempSync(join(tmpdir(), "pilothouse-bench-hostile-"));
const hubDir = join(dir, "hub");
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ended = [];

async function start(script, options) {
  const child = fork(script, [JSON.stringify(options)]);
  ended.push(() => child.kill("SIGKILL"));
  await once(child, "message");
  return async (word) => {
    child.send(word);
    return (await once(child, "message"))[0];
  };
}

/** A call to an honest node; a failed one counts as the longest that a caller waits. */
async function echo() {
  const { result } = await callHub(hubDir, "Echo", { Echo: "x" }, `/nodes/node-${randomInt(HONEST)}/`);
  return result?.Result === "x";
}

/** How long calls take, each from when it was due. */
async function measured(ms, hub) {
  const took = [];
  let failed = 0;
  const open = new Set();
  const [cpu, began] = [cpuOf(hub.pid), performance.now()];
  for (let n = 0; ; n++) {
    const due = began + (n * 1_000) / CALLS_A_SECOND;
    if (due > began + ms) break;
    if (due > performance.now()) await sleep(due - performance.now());
    const asked = echo().then(
      (good) => {
        if (!good) failed++;
        took.push(performance.now() - due);
        open.delete(asked);
      },
      () => {
        failed++;
        took.push(performance.now() - due);
        open.delete(asked);
      },
    );
    open.add(asked);
  }
  await Promise.all(open);
  const cores = (cpuOf(hub.pid) - cpu) / 1e3 / (performance.now() - began);
  return {
    calls: took.length,
    failed,
    p50: median(took),
    p99: quantile(took, 0.99),
    longest: Math.max(...took),
    cores,
  };
}

async function online() {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(100)) {
    const { result } = await callHub(hubDir, "fleet.summary").catch(() => ({}));
    if (result?.states.find(({ name }) => name === "online")?.nodes >= HONEST) return;
  }
  throw new Error("the honest nodes are not online");
}

try {
  const nodes = await prepare(hubDir, HONEST + 1);
  const keysFile = join(dir, "keys.json");
  writeFileSync(keysFile, JSON.stringify(nodes));
  const hub = await startHub(dir, hubDir);
  ended.push(() => hub.kill());
  const address = hub.bus;
  const options = { keysFile, hubDir, address, jitterMs: 1_000, first: 0, count: HONEST };
  await start(here("../fleet/nodes.mjs"), { ...options, connections: HONEST });
  const tell = await start(here("./attacker.mjs"), { hubDir, address, seed: nodes[HONEST].seed });
  await online();
  await measured(5_000, hub);
  const quiet = await measured(QUIET_MS, hub);
  await tell("attack");
  const attacked = await measured(ATTACK_MS, hub);
  const sent = await tell("rest");
  const after = await measured(QUIET_MS, hub);
  process.stdout.write(`${JSON.stringify({ honest: HONEST, quiet, attacked, after, sent })}\n`);
} finally {
  for (const end of ended.reverse()) await end();
  rmSync(dir, { recursive: true, force: true });
}
