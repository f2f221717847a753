// One fleet: `measure.mjs NODES CONNECTIONS JITTER_MS`. Prints its figures as one line of JSON.
import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { cpuOf, memoryOf } from "../support/processes.mjs";
import { median, quantile } from "../support/turns.mjs";
import { callHub, prepare, startHub } from "./hub.mjs";

const STEADY_MS = 30_000;
const CALLS_MS = 10_000;
const CALLS_A_SECOND = 100;
/** More connections than this are too much for one process that simulates nodes. */
const MOST_CONNECTIONS = 5_000;

const [count, connections, jitterMs] = process.argv.slice(2).map(Number);
const dir = mkdtempSync(join(tmpdir(), "pilothouse-bench-fleet-"));
const hubDir = join(dir, "hub");
const players = [];
const hubs = [];
const call = (...args) => callHub(hubDir, ...args);
const seconds = (ms) => ms / 1_000;
const mark = (what) => process.stderr.write(`${count} nodes, ${connections} connections: ${what}\n`);

/** The nodes, in as many processes as that takes. */
async function startNodes(address) {
  const keysFile = join(dir, "keys.json");
  const processes = Math.max(count >= 10_000 ? 2 : 1, Math.ceil(connections / MOST_CONNECTIONS));
  const share = Math.ceil(count / processes);
  for (let first = 0; first < count; first += share) {
    const options = { keysFile, hubDir, address, jitterMs, first, count: Math.min(share, count - first) };
    const given = JSON.stringify({ ...options, connections: Math.ceil(connections / processes) });
    players.push(fork(fileURLToPath(new URL("./nodes.mjs", import.meta.url)), [given]));
  }
  await Promise.all(players.map((player) => once(player, "message")));
}

/** What the nodes have done since they were last asked. */
async function askNodes() {
  const figures = await Promise.all(
    players.map(async (player) => {
      player.send("?");
      return (await once(player, "message"))[0];
    }),
  );
  return {
    reports: figures.reduce((sum, { reports }) => sum + reports, 0),
    failed: figures.reduce((sum, { failed }) => sum + failed, 0),
    loopP99: Math.max(...figures.map(({ loopMs }) => loopMs.p99)),
  };
}

/** Until every node is online. */
async function complete() {
  const began = performance.now();
  for (;;) {
    const { result } = await call("fleet.summary").catch(() => ({}));
    const online = result?.states.find(({ name }) => name === "online")?.nodes ?? 0;
    if (online === count) return performance.now() - began;
    if (performance.now() - began > 180_000) throw new Error(`only ${online} of ${count} are online`);
    await sleep(50);
  }
}

const cpuOfAll = (pids) => pids.map((pid) => cpuOf(pid) / 1e6);
/** Of the processes that simulate nodes, which share the machine. */
const nodesCpu = () => cpuOfAll(players.map(({ pid }) => pid)).reduce((sum, one) => sum + one, 0);

/** Processor time in seconds of each process, and how long it took, while something is done. */
async function during(pids, work) {
  const [before, began] = [cpuOfAll(pids), performance.now()];
  const result = await work();
  const after = cpuOfAll(pids);
  return { cpu: after.map((one, n) => one - before[n]), took: performance.now() - began, result };
}

/** What `pilothouse fleet nodes` asks for. */
const columns = "name router version state phase netStatus inbound outbound labels seen".split(" ");

async function listAll() {
  let nodes = 0;
  for (let after; after !== null; ) {
    const { result } = await call("fleet.nodes", { columns, ...(after && { after }) });
    nodes += result.columns.name.length;
    after = result.next;
  }
  if (nodes !== count) throw new Error(`${nodes} of ${count} are listed`);
}

/** Runs `aSecond` calls a second; returns how long each took. */
async function timed(one, aSecond) {
  const took = [];
  const open = new Set();
  for (const end = performance.now() + CALLS_MS; performance.now() < end; ) {
    const began = performance.now();
    const asked = one().then(() => {
      took.push(performance.now() - began);
      open.delete(asked);
    });
    open.add(asked);
    await sleep(1_000 / aSecond);
  }
  await Promise.all(open);
  return took;
}

async function echo() {
  const { result, error } = await call("Echo", { Echo: "x" }, `/nodes/node-${randomInt(count)}/`);
  if (result?.Result !== "x") throw new Error(`a call failed: ${JSON.stringify(error)}`);
}

async function measure() {
  writeFileSync(join(dir, "keys.json"), JSON.stringify(await prepare(hubDir, count)));
  const hub = await startHub(dir, hubDir);
  hubs.push(hub);
  mark("the hub runs");
  const connecting = performance.now();
  await startNodes(hub.bus);
  const connectedIn = performance.now() - connecting;
  await complete();
  mark("all nodes report");
  const pids = [hub.pid, hub.serverPid, ...players.map(({ pid }) => pid)];
  await sleep(2_000);
  await askNodes();
  const steady = await during(pids, () => sleep(STEADY_MS));
  const sent = await askNodes();
  const cores = steady.cpu.map((one) => one / seconds(steady.took));
  const memory = { hub: memoryOf(hub.pid), server: memoryOf(hub.serverPid) };
  mark("listing");
  const lists = [];
  for (let round = 0; round < 5; round++) lists.push(await during([hub.pid], listAll));
  mark("calling");
  await askNodes();
  const calling = () =>
    Promise.all([timed(echo, CALLS_A_SECOND), timed(() => call("fleet.summary"), CALLS_A_SECOND / 2)]);
  // V8 optimizes a hub only once it has work to do (`idle-memory.ts`), and takes a part of the machine for that.
  const [first] = await calling();
  const [calls, own] = await calling();
  const busy = await askNodes();
  mark("killing");
  await hub.kill();
  const killed = performance.now();
  const nodesBefore = nodesCpu();
  const next = await startHub(dir, hubDir, hub.busPort);
  hubs.push(next);
  const ready = performance.now() - killed;
  await complete();
  const back = performance.now() - killed;
  const backCpu = cpuOfAll([next.pid, next.serverPid]);
  const backNodesCpuS = nodesCpu() - nodesBefore;
  const { failed } = await askNodes();
  mark("all are back");
  return {
    ...{ nodes: count, connections, jitterS: seconds(jitterMs), reports: sent.reports },
    hubCores: cores[0],
    serverCores: cores[1],
    /** Of the processes that simulate nodes, which share the machine. */
    nodesCores: cores.slice(2).reduce((sum, one) => sum + one, 0),
    hubMicros: (steady.cpu[0] * 1e6) / sent.reports,
    serverMicros: (steady.cpu[1] * 1e6) / sent.reports,
    hubMiB: memory.hub,
    serverMiB: memory.server,
    listMs: median(lists.map(({ took }) => took)),
    // Without what the reports cost that came meanwhile.
    listCpuMs: median(lists.map(({ cpu, took }) => cpu[0] * 1e3 - cores[0] * took)),
    firstCallP50: quantile(first, 0.5),
    firstCallP99: quantile(first, 0.99),
    callP50: quantile(calls, 0.5),
    callP99: quantile(calls, 0.99),
    /** What the hub answers by itself: it waits for the hub, and not for nodes. */
    ownP50: quantile(own, 0.5),
    ownP99: quantile(own, 0.99),
    /** How late the processes that simulate nodes are with anything. */
    nodesLateP99: busy.loopP99,
    connectedS: seconds(connectedIn),
    hubReadyS: seconds(ready),
    backS: seconds(back),
    /** Connections that were begun and given up. */
    backFailed: failed,
    backHubCpuS: backCpu[0],
    backServerCpuS: backCpu[1],
    backNodesCpuS,
  };
}

try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`);
} finally {
  for (const player of players) player.kill("SIGKILL");
  for (const hub of hubs) await hub.kill();
  rmSync(dir, { recursive: true, force: true });
}
