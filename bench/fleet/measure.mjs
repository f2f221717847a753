// One fleet of so many nodes: prints one line of JSON, a row of the table.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { SqliteState } from "@pilothouse/fleet";
import { Auth, Store } from "@pilothouse/server";
import { makeNKey } from "../../packages/fleet/dist/keys/nkey.js";
import { cpuOf, memoryOf } from "../support/processes.mjs";
import { rounded } from "../support/table.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const STEADY_MS = 30_000;
const CALLS_A_SECOND = 100;

const count = Number(process.argv[2]);
const dir = mkdtempSync(join(tmpdir(), "pilothouse-bench-fleet-"));
const hubDir = join(dir, "hub");
const nodesFile = join(dir, "nodes.json");
const children = [];

/** Records of nodes as joining leaves them, and their keys for the process that plays them. */
async function prepare() {
  mkdirSync(hubDir, { mode: 0o700 });
  const store = Store.open(hubDir);
  const rules = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };
  // A store without a password would count as damaged.
  await (await Auth.open(store, { now: () => Date.now() }, rules)).close();
  const state = new SqliteState(store);
  const keys = Array.from({ length: count }, () => makeNKey("user"));
  await Promise.all(
    keys.map(({ id }, n) => {
      const labels = { site: `s${n % 10}` };
      const record = { name: `node-${n}`, labels, joined: Date.now(), invitation: "bench" };
      return state.put(`node/${id}`, JSON.stringify(record), 0);
    }),
  );
  await store.close();
  writeFileSync(nodesFile, JSON.stringify(keys.map(({ seed }) => seed)));
}

function start(args, env = {}) {
  const plain = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("PILOTHOUSE_")),
  );
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...plain, ...env },
  });
  children.push(child);
  return child;
}

const said = (child, wanted) =>
  new Promise((resolve, reject) => {
    let text = "";
    child.stderr.setEncoding("utf8").on("data", (more) => {
      text += more;
      const line = text.split("\n").find((one) => one.includes(wanted));
      if (line?.endsWith("}") || line?.endsWith("ready")) resolve(line);
      if (text.length > 1e6) text = text.slice(-1e5);
    });
    child.once("exit", () => reject(new Error(`it ended: ${text.slice(-2_000)}`)));
  });

async function startHub(busPort) {
  const flags = [
    "--data-dir",
    hubDir,
    "--https-port",
    "0",
    "--http-port",
    "0",
    "--hub-bus-port",
    String(busPort),
  ];
  const child = start([here("../../packages/cli/bin/pilothouse.js"), "hub", ...flags], {
    HOME: dir,
    PILOTHOUSE_HUB_NATS_SERVER: process.env.PILOTHOUSE_NATS_SERVER,
  });
  const ready = JSON.parse(await said(child, '"msg":"ready"'));
  return { child, ready };
}

/** By the socket of the hub's owner, which needs no token. */
const call = (method, params = {}, path = "/") =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const options = { socketPath: join(hubDir, "pilothouse.sock"), path, method: "POST" };
    request(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (more) => {
        text += more;
      });
      response.on("end", () => resolve(JSON.parse(text)));
    })
      .on("error", reject)
      .end(body);
  });

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

async function listAll() {
  const began = performance.now();
  let nodes = 0;
  let after;
  do {
    const { result } = await call("fleet.nodes", after === undefined ? {} : { after });
    nodes += result.columns.name.length;
    after = result.next ?? undefined;
  } while (after !== undefined);
  if (nodes !== count) throw new Error(`${nodes} of ${count} are listed`);
  return performance.now() - began;
}

/** Calls to random nodes through the hub, so many a second; how long each took. */
async function callNodes() {
  const took = [];
  const open = new Set();
  for (let n = 0; n < CALLS_A_SECOND * 10; n++) {
    const began = performance.now();
    const one = call("Echo", { Echo: "x" }, `/nodes/node-${randomInt(count)}/`).then(({ result, error }) => {
      if (result?.Result !== "x") throw new Error(`a call failed: ${JSON.stringify(error)}`);
      took.push(performance.now() - began);
      open.delete(one);
    });
    open.add(one);
    await sleep(1_000 / CALLS_A_SECOND);
  }
  await Promise.all(open);
  return took.sort((a, b) => a - b);
}

async function measure() {
  await prepare();
  const { child: hub, ready } = await startHub(0);
  const [bus] = ready.bus;
  const port = new URL(bus).port;
  const connections = Math.min(count, 1_000);
  const nodes = start([here("./nodes.mjs"), nodesFile, hubDir, bus, String(connections)]);
  await said(nodes, "ready");
  await complete();
  const server = Number(readFileSync(join(hubDir, "bus", "nats-server.pid"), "utf8"));
  const before = { hub: cpuOf(hub.pid), server: cpuOf(server), at: performance.now() };
  await sleep(STEADY_MS);
  const seconds = (performance.now() - before.at) / 1_000;
  const share = (pid, earlier) => (cpuOf(pid) - earlier) / 1e6 / seconds;
  const steady = { hub: share(hub.pid, before.hub), server: share(server, before.server) };
  const memory = memoryOf(hub.pid);
  const listed = await listAll();
  const took = await callNodes();
  hub.kill("SIGKILL");
  await new Promise((resolve) => hub.once("exit", resolve));
  const began = performance.now();
  await startHub(port);
  await complete();
  const back = performance.now() - began;
  return {
    nodes: count,
    "hub, cores": rounded(steady.hub, 2),
    "hub, MiB": Math.round(memory),
    "nats-server, cores": rounded(steady.server, 2),
    "call p50, ms": rounded(took[Math.floor(took.length / 2)], 2),
    "call p99, ms": rounded(took[Math.floor(took.length * 0.99)], 2),
    "list of all, ms": Math.round(listed),
    "hub killed, all back, s": rounded(back / 1_000, 2),
    "hub, µs a report": Math.round((steady.hub * 1e6) / (count / 15)),
  };
}

try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`);
} finally {
  for (const child of children) child.kill("SIGKILL");
  const pid = join(hubDir, "bus", "nats-server.pid");
  if (existsSync(pid)) {
    try {
      process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL");
    } catch {
      // It has ended with the hub.
    }
  }
  rmSync(dir, { recursive: true, force: true });
}
