// Nodes, simulated: each reports every 15 seconds and answers signed calls. They share connections, or have one each.
// Started with options as JSON. It says "ready" to its parent when all are connected, and answers every message of
// the parent with what it has done since the last.
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { checksumOfBus, writeReport } from "../../packages/fleet/dist/bus/report-mark.js";
import { openFleetKeys, reportKey, userOf } from "../../packages/fleet/dist/keys/fleet-keys.js";
import { memberClaims, signedJwt } from "../../packages/fleet/dist/keys/jwt.js";
import { nkeyOf } from "../../packages/fleet/dist/keys/nkey.js";
import { sign, verified } from "../../packages/fleet/dist/keys/signed-text.js";
import { connect } from "./connection.mjs";

const TICK_MS = 10;
/** Every 15 seconds, as real nodes. */
const TICKS = 15_000 / TICK_MS;
/** How many handshakes are begun at once in the beginning. */
const ABREAST = 20;

const { keysFile, hubDir, address, connections, jitterMs, first, count } = JSON.parse(process.argv[2]);
const keys = openFleetKeys(hubDir);
/** One that is older than its hub would have a finding. */
const { version: service } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const began = Date.now();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let knows = "";
let reports = 0;
let open = 0;
let failed = 0;

/** Only who signs needs the whole key, and making it takes long. */
class Node {
  number = 0;
  connection;
  /** The newest notice, as the connection that brought it knows it: shared by all nodes of that connection. */
  heard;
  #key;

  constructor(id, seed, n) {
    Object.assign(this, { id, seed, n, mark: reportKey(keys, id) });
  }

  get key() {
    this.#key ??= nkeyOf(this.seed);
    return this.#key;
  }
}

const nodes = JSON.parse(readFileSync(keysFile, "utf8"))
  .slice(first, first + count)
  .map(({ id, seed }, n) => new Node(id, seed, n));

function report(node) {
  const { id, mark, n, connection } = node;
  if (connection === undefined) return;
  const now = Date.now();
  const sent = {
    ...{
      at: now,
      service,
      router: "simulator",
      simulated: true,
      version: "2.10.0",
      phase: "running",
    },
    ...{ netStatus: 0, inbound: 10_000 + n, outbound: 9_000 + n, participating: 100, uptime: now - began },
    ...{
      starts: 1,
      crashing: false,
      restartNeeded: false,
      settings: "70637e822e9f91f74fdeff5341344830",
      applied: null,
    },
    ...{ drifted: false, allow: "all" },
  };
  const { hub, number, at } = node.heard ?? {};
  const heard = hub === undefined ? {} : { [hub]: [number, now - at] };
  const numbered = { instance: id.slice(-12), number: ++node.number, heard, at: now, knows, report: sent };
  connection.publish(`ph.report.${id}`, writeReport(mark, numbered));
  reports++;
}

/** Who reports in which tick of the 15 seconds, and who was asked to at which tick. One timer for all of them. */
const regular = Array.from({ length: TICKS }, () => []);
const asked = new Map();
for (const node of nodes) regular[Math.floor(Math.random() * TICKS)].push(node);
let tick = 0;
setInterval(() => {
  for (const now = Math.floor((Date.now() - began) / TICK_MS); tick < now; tick++) {
    for (const node of regular[tick % TICKS]) report(node);
    for (const node of asked.get(tick) ?? []) report(node);
    asked.delete(tick);
  }
}, TICK_MS);

function spread(slice, ms) {
  for (const node of slice) {
    const at = tick + 1 + Math.floor((Math.random() * ms) / TICK_MS);
    if (!asked.has(at)) asked.set(at, []);
    asked.get(at).push(node);
  }
}

/**
 * A notice to all comes to each connection. It is checked and read once: a thousand times on one core would hold up calls
 * for half a second, and in a real fleet each machine does so once.
 */
let last = { data: Buffer.alloc(0), read: undefined };
function noticeIn(data) {
  if (Buffer.compare(last.data, data) !== 0)
    last = { data: Buffer.from(data), read: JSON.parse(verified("notice", data, keys.operator.id)) };
  return last.read;
}

function answer(node, message) {
  const command = JSON.parse(verified("command", message.data, keys.operator.id));
  const about = { nonce: command.nonce, instance: node.id.slice(-12), at: Date.now() };
  const respond = (more) => message.respond(sign("answer", JSON.stringify({ ...about, ...more }), node.key));
  if (command.instance !== about.instance)
    return respond({ refused: "it is for another instance", again: "instance" });
  const { id, params } = JSON.parse(command.text);
  respond({ text: JSON.stringify({ jsonrpc: "2.0", id, result: { Result: params.Echo } }) });
}

/** A node by its own login, as it gets it when it joins; one for all nodes of a connection that is shared. */
function loginOf([node, ...others]) {
  if (others.length > 0) return userOf(keys.account, "bench");
  const { id } = node;
  const claims = {
    id,
    name: id,
    role: keys.node.id,
    account: keys.account.id,
    iat: Math.floor(began / 1_000),
  };
  return { key: node.key, jwt: signedJwt(memberClaims(claims), keys.node) };
}

async function play(slice) {
  const login = loginOf(slice);
  for (;;) {
    try {
      const connection = await connect({ address, ...login, timeoutMs: 20_000 });
      const heard = (message) => {
        const { hub, number, notice } = noticeIn(message.data);
        const last = slice[0].heard?.hub === hub ? slice[0].heard.number : 0;
        for (const node of slice) node.heard = { hub, number, at: Date.now() };
        if (notice.beat !== undefined && last < notice.beat.from) spread(slice, notice.beat.within);
        if (notice.addresses !== undefined)
          knows = checksumOfBus({ certificate: null, reconnectJitter: 10_000, ...notice });
        if (notice.report !== undefined) spread(slice, notice.report);
      };
      for (const node of slice) {
        connection.subscribe(`ph.call.${node.id}`, (message) => answer(node, message));
        connection.subscribe(`ph.notice.${node.id}`, heard);
        node.connection = connection;
      }
      connection.subscribe("ph.notice", heard);
      await connection.flush();
      open++;
      // A node reports when it is connected; those that share a connection would come all at once.
      spread(slice, slice.length * 20);
      await connection.closed;
      open--;
    } catch ({ message }) {
      // While the bus is away, nothing listens there.
      if (!/refused/i.test(message)) failed++;
    }
    for (const node of slice) node.connection = undefined;
    await sleep(Math.random() * jitterMs);
  }
}

process.on("message", () => {
  process.send({
    ...{ reports, failed },
    loopMs: { p99: delay.percentile(99) / 1e6, longest: delay.max / 1e6 },
  });
  reports = 0;
  failed = 0;
  delay.reset();
});
process.once("disconnect", () => process.exit());

const size = Math.ceil(nodes.length / connections);
for (let at = 0; at < nodes.length; at += size) {
  void play(nodes.slice(at, at + size));
  while (Math.ceil((at + size) / size) - open > ABREAST) await sleep(5);
}
while (open < Math.ceil(nodes.length / size)) await sleep(20);
process.send("ready");
