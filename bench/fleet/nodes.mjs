// Nodes, simulated in one process: they report every 15 seconds and answer signed calls. Several share a connection.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { certificateFiles } from "@pilothouse/server";
import { checksumOfBus, writeReport } from "../../packages/fleet/dist/bus/report-mark.js";
import { openFleetKeys, reportKey, userOf } from "../../packages/fleet/dist/keys/fleet-keys.js";
import { nkeyOf } from "../../packages/fleet/dist/keys/nkey.js";
import { seal, unseal } from "../../packages/fleet/dist/keys/sealed.js";
import { dial } from "../../packages/fleet/dist/link/dial.js";

const EVERY_MS = 15_000;
const [nodesFile, hubDir, address, given] = process.argv.slice(2);
const keys = openFleetKeys(hubDir);
const nodes = JSON.parse(readFileSync(nodesFile, "utf8")).map((seed) => {
  const key = nkeyOf(seed);
  return { key, mark: reportKey(keys, key.id), number: 0 };
});
const began = Date.now();
const run = `bench-${process.pid}`;
let knows = "";

function report(connection, node, n) {
  const { key, mark } = node;
  const now = Date.now();
  connection.publish(
    `ph.report.${key.id}`,
    writeReport(mark, {
      ...{ run, number: ++node.number, knows },
      report: {
        ...{
          at: now,
          service: "0.1.0",
          router: "simulator",
          simulated: true,
          version: "2.10.0",
          phase: "running",
        },
        ...{
          netStatus: 0,
          inbound: 10_000 + n,
          outbound: 9_000 + n,
          participating: 100,
          uptime: now - began,
        },
        ...{ starts: 1, restartNeeded: false, settings: "70637e822e9f91f74fdeff5341344830", applied: null },
        ...{ drifted: false, allow: "all" },
      },
    }),
  );
}

function answer(node, message) {
  const { nonce, text } = JSON.parse(unseal("command", message.data, keys.operator.id));
  const { id, params } = JSON.parse(text);
  const printed = JSON.stringify({ jsonrpc: "2.0", id, result: { Result: params.Echo } });
  message.respond(seal("answer", JSON.stringify({ nonce, text: printed, at: Date.now() }), node.key));
}

async function play(slice) {
  const trust = { certificate: readFileSync(certificateFiles(`${hubDir}/bus`).certFile, "utf8") };
  const later = (connection, ms) => {
    for (const [n, node] of slice.entries())
      setTimeout(() => !connection.isClosed() && report(connection, node, n), Math.random() * ms);
  };
  for (;;) {
    try {
      const connection = await dial({
        addresses: [address],
        login: userOf(keys.account, "bench"),
        trust,
        name: "bench",
      });
      const heard = (message) => {
        const { notice } = JSON.parse(unseal("notice", message.data, keys.operator.id));
        if (notice.addresses !== undefined)
          knows = checksumOfBus({ certificate: null, reconnectJitter: 10_000, ...notice });
        if (notice.report !== undefined) later(connection, notice.report);
      };
      for (const node of slice) {
        connection.subscribe(`ph.call.${node.key.id}`, { callback: (_, message) => answer(node, message) });
        connection.subscribe(`ph.notice.${node.key.id}`, { callback: (_, message) => heard(message) });
      }
      connection.subscribe("ph.notice", { callback: (_, message) => heard(message) });
      await connection.flush();
      later(connection, 1_000);
      const timer = setInterval(() => later(connection, EVERY_MS), EVERY_MS);
      opened++;
      await connection.closed();
      clearInterval(timer);
    } catch {
      // The hub and its bus are away for a while.
    }
    await sleep(Math.random() * 3_000);
  }
}

let opened = 0;
const connections = Number(given);
const size = Math.ceil(nodes.length / connections);
for (let at = 0; at < nodes.length; at += size) {
  void play(nodes.slice(at, at + size));
  // The handshakes one after the other, as nodes come one by one.
  if ((at / size) % 20 === 19) await sleep(50);
}
while (opened < Math.ceil(nodes.length / size)) await sleep(50);
process.stderr.write("ready\n");
