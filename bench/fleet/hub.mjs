// A hub of a fleet and its nats-server, as processes of their own.
import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SqliteState } from "@pilothouse/fleet";
import { Auth, Store } from "@pilothouse/server";
import { publicText, seedText } from "../../packages/fleet/dist/keys/nkey-text.js";
import { firstLine, withoutSettings } from "../support/processes.mjs";

const COMMAND = fileURLToPath(new URL("../../packages/cli/bin/pilothouse.js", import.meta.url));

/** Puts records of `count` nodes into a new hub's store, as joining leaves them; returns their keys. */
export async function prepare(hubDir, count) {
  mkdirSync(hubDir, { mode: 0o700 });
  const store = Store.open(hubDir);
  const rules = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };
  // A store without a password would count as damaged.
  await (await Auth.open(store, { now: () => Date.now() }, rules)).close();
  const state = new SqliteState(store);
  const keys = Array.from({ length: count }, makeKey);
  await Promise.all(
    keys.map(({ id }, n) => {
      const labels = { site: `s${n % 10}` };
      const record = { name: `node-${n}`, labels, joined: Date.now(), invitation: "bench", signing: id };
      return state.put(`node/${id}`, JSON.stringify(record), 0);
    }),
  );
  await store.close();
  return keys;
}

/** As nodes make theirs, but without what takes long and is not needed. */
function makeKey() {
  const { privateKey } = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { format: "jwk" },
    privateKeyEncoding: { format: "jwk" },
  });
  const raw = (text) => Buffer.from(text, "base64url");
  return { id: publicText("user", raw(privateKey.x)), seed: seedText("user", raw(privateKey.d)) };
}

/** BENCH_FLEET_PROFILE=directory writes what the hub does there, for Node's profile viewers. */
const profile = process.env.BENCH_FLEET_PROFILE;

/** Starts the hub; resolves when it is ready. */
export async function startHub(dir, hubDir, busPort = 0) {
  const flags = ["--https-port", "0", "--http-port", "0", "--hub-bus-port", String(busPort)];
  const child = spawn(
    process.execPath,
    [
      ...(profile ? ["--cpu-prof", "--cpu-prof-dir", profile] : []),
      ...[COMMAND, "hub", "--data-dir", hubDir, ...flags],
    ],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...withoutSettings,
        HOME: dir,
        PILOTHOUSE_HUB_NATS_SERVER: process.env.PILOTHOUSE_NATS_SERVER,
      },
    },
  );
  const [bus] = JSON.parse(await firstLine(child.stderr, (line) => line.includes('"msg":"ready"'))).bus;
  const serverPid = Number(readFileSync(pidFile(hubDir), "utf8"));
  const ended = once(child, "exit");
  return {
    ...{ pid: child.pid, serverPid, bus, busPort: new URL(bus).port },
    /** As a power cut ends both; with a profile, so that it is written. */
    async kill() {
      child.kill(profile ? "SIGTERM" : "SIGKILL");
      killServer(hubDir);
      await ended;
    },
  };
}

const pidFile = (hubDir) => join(hubDir, "bus", "nats-server.pid");

function killServer(hubDir) {
  if (!existsSync(pidFile(hubDir))) return;
  try {
    process.kill(Number(readFileSync(pidFile(hubDir), "utf8")), "SIGKILL");
  } catch {
    // It has ended with the hub.
  }
}

/** The hub refuses more connections than this. */
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** By the socket of the hub's owner, which needs no token. */
export const callHub = (hubDir, method, params = {}, path = "/") =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const options = { socketPath: join(hubDir, "pilothouse.sock"), path, method: "POST", agent };
    request(options, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => resolve(JSON.parse(Buffer.concat(parts).toString("utf8"))));
    })
      .on("error", reject)
      .end(body);
  });
