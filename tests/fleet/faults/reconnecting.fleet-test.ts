import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@pilothouse/drivers/port";
import { SqliteState } from "@pilothouse/fleet";
import { Auth, certificateFiles, Store, silentLog } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { openFleetKeys, reportKey } from "../../../packages/fleet/src/keys/fleet-keys.js";
import { memberClaims, signedJwt } from "../../../packages/fleet/src/keys/jwt.js";
import { makeNKey, type NKey } from "../../../packages/fleet/src/keys/nkey.js";
import { NodeLink } from "../../../packages/fleet/src/node/node-link.js";
import { NodeStore } from "../../../packages/fleet/src/node/node-store.js";
import { report } from "../../attacks/figures.js";
import { LONG } from "../../attacks/long.js";
import { until } from "../support/fleet.js";
import { HubProcess } from "../support/hub-process.js";

const NODES = LONG ? 5_000 : 200;
const MOST_MIB = 400;
/** All nodes are in one process here, with thousands of handshakes. */
const PATIENCE_MS = LONG ? 900_000 : 90_000;

/** The answers of a service with a running router. */
const STATUS = { version: "0.1.0", router: "simulator", simulated: true, phase: "running", starts: 1 };
const RESULTS = { "pilothouse.status": STATUS, RouterInfo: {}, Echo: { Result: "x" } };

/** Prepares the data directory of a hub as if these nodes had joined. */
async function prepared(dataDir: string, keys: readonly NKey[]): Promise<void> {
  mkdirSync(dataDir, { mode: 0o700 });
  const store = Store.open(dataDir);
  const rules = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };
  await (await Auth.open(store, systemClock, rules)).close();
  const state = new SqliteState(store);
  const joined = Date.now();
  await Promise.all(
    keys.map(({ id }, n) =>
      state.put(`node/${id}`, JSON.stringify({ name: `node-${n}`, labels: {}, joined, invitation: "i" }), 0),
    ),
  );
  await store.close();
}

/** The fleet side of each node, with its own connection and a made-up router. */
async function nodesOf(
  hub: HubProcess,
  keys: readonly NKey[],
  lost: (id: string) => void,
): Promise<NodeLink[]> {
  const fleet = openFleetKeys(hub.dataDir);
  const certificate = readFileSync(certificateFiles(join(hub.dataDir, "bus")).certFile, "utf8");
  const store = Store.open(scratch());
  const links = keys.map(
    (key) =>
      new NodeLink({
        ...{ key, signing: key, clock: systemClock, random: Math.random, store: new NodeStore(store) },
        log: { ...silentLog, warn: () => lost(key.id) },
        membershipRecord: {
          ...{ fleet: fleet.operator.id, invitation: "", name: key.id, certificate, reconnectJitter: 10_000 },
          addresses: [`tls://127.0.0.1:${hub.busPort}`],
          jwt: signedJwt(
            memberClaims({
              ...{ id: key.id, name: key.id, role: fleet.node.id, account: fleet.account.id },
              iat: Math.floor(Date.now() / 1_000),
            }),
            fleet.node,
          ),
          reportKey: reportKey(fleet, key.id).toString("base64"),
        },
        audit: { refused: async () => {} },
        allow: () => "all",
        answer: async (text) => ({ text: answerTo(text), retryAfter: undefined, afterwards: undefined }),
      }),
  );
  onTestFinished(async () => {
    await Promise.all(links.map((link) => link.close(0)));
    await store.close();
  });
  return links;
}

function answerTo(text: string): string {
  const asked = JSON.parse(text);
  const one = ({ id, method }: { id: number; method: keyof typeof RESULTS }) => ({
    ...{ jsonrpc: "2.0", id },
    result: RESULTS[method] ?? { settings: "", applied: null, differences: [] },
  });
  return JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked));
}

it(`${NODES} nodes whose bus was killed reconnect automatically, spread over time, and the hub keeps answering`, {
  timeout: 3 * PATIENCE_MS,
}, async () => {
  const keys = Array.from({ length: NODES }, () => makeNKey("user"));
  const dataDir = join(scratch(), "hub");
  await prepared(dataDir, keys);
  const hub = await HubProcess.start({ dataDir });
  const lost = new Set<string>();
  const links = await nodesOf(hub, keys, (id) => lost.add(id));
  const connected = () => links.filter((link) => link.connected).length;
  const online = async () => {
    const { states } = (await hub.json("fleet", "summary")) as { states: { name: string; nodes: number }[] };
    return states.find(({ name }) => name === "online")?.nodes;
  };
  // One after the other, as in a real fleet.
  for (const [n, link] of links.entries()) {
    link.start();
    if (n % 50 === 49) await link.firstContact();
  }
  await until("all are there", () => connected() === NODES, PATIENCE_MS);
  await until("the hub has heard of all", async () => (await online()) === NODES, PATIENCE_MS);

  lost.clear();
  const began = Date.now();
  process.kill(Number(readFileSync(join(dataDir, "bus", "nats-server.pid"), "utf8")), "SIGKILL");
  await until("all have noticed", () => lost.size === NODES, PATIENCE_MS);
  await until("the first is back", () => connected() > 0, PATIENCE_MS);
  const firstBack = Date.now() - began;
  expect(connected()).toBeLessThan(NODES / 2);
  // The hub answers while they reconnect.
  const answered = (await hub.json("fleet", "nodes", "--filter", "node-1")) as unknown[];
  expect(answered.length).toBeGreaterThan(0);
  await until("all are back", () => connected() === NODES, PATIENCE_MS);
  const allBack = Date.now() - began;
  await until("the hub hears all of them", async () => (await online()) === NODES, PATIENCE_MS);
  const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${hub.process?.child.pid}/status`, "utf8"))?.[1];
  expect(Number(memory) / 1_024).toBeLessThan(MOST_MIB);
  report("nodes that reconnect at once", {
    nodes: NODES,
    "first back after ms": firstBack,
    "all back after ms": allBack,
    "most memory of the hub in MiB": Math.round(Number(memory) / 1_024),
  });
});
