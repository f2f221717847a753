// How long a newcomer waits for an answer over HTTPS while another address begins handshakes without end. In a network
// of its own, which has several addresses: on loopback all callers count as one.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { fileURLToPath } from "node:url";
import { call } from "../support/calls.mjs";
import { requestText } from "../support/connection.mjs";
import { startService } from "../support/processes.mjs";
import { millis } from "../support/table.mjs";
import { quantile } from "../support/turns.mjs";

const [SERVICE, HOSTILE, HONEST] = ["10.77.0.1", "10.77.0.2", "10.77.0.3"];
const MS = 5_000;
const SETTLED = 1_000;

/** The rows of a table; none where the machine permits no network of one's own. */
export function handshakes() {
  for (const mapped of [[], ["--map-root-user"]]) {
    const inside = `ip link set lo up && ip route add local 10.77.0.0/24 dev lo && exec "$0" "$@"`;
    const script = [process.execPath, fileURLToPath(import.meta.url), "inside"];
    const argv = [...mapped, "--net", "--", "sh", "-c", inside, ...script];
    const { status, stdout } = spawnSync("unshare", argv, { stdio: ["ignore", "pipe", "inherit"] });
    if (status === 0) return JSON.parse(stdout.toString());
  }
  return [{ "": "not measured: this machine permits no network namespace" }];
}

/** What a client of TLS sends first. */
async function clientHello() {
  const server = createServer().listen(0, SERVICE);
  await once(server, "listening");
  connectTls({ ...server.address(), host: SERVICE }).on("error", () => {});
  const [socket] = await once(server, "connection");
  const [bytes] = await once(socket, "data");
  socket.destroy();
  server.close();
  return bytes;
}

/** Comes again when it is sent away. */
function come(port, hello, abuse) {
  if (abuse.over) return;
  const socket = connect({ port, host: SERVICE, localAddress: HOSTILE });
  abuse.sockets.add(socket);
  socket.on("connect", () => socket.write(hello)).on("error", () => {});
  socket.resume().on("close", () => {
    abuse.sockets.delete(socket);
    setTimeout(come, 20, port, hello, abuse);
  });
}

/** One call after the other, each on a connection of its own: how long each took. */
async function newcomer(port) {
  const text = requestText({ port, body: call("Echo", { Echo: "x" }) }).replace("127.0.0.1", SERVICE);
  const waits = [];
  for (const end = performance.now() + MS; performance.now() < end; ) {
    const began = performance.now();
    const socket = connectTls({ port, host: SERVICE, localAddress: HONEST, rejectUnauthorized: false });
    await once(socket, "secureConnect");
    socket.write(text);
    await once(socket, "data");
    waits.push(performance.now() - began);
    socket.destroy();
    await sleep(5);
  }
  return waits;
}

async function measure() {
  const service = await startService([
    "--host",
    SERVICE,
    "--http-port",
    "0",
    "--http-allow-plain-remote",
    "true",
  ]);
  const hello = await clientHello();
  const rows = [];
  for (const connections of [0, 100, 1_000, 2_000]) {
    const abuse = { over: false, sockets: new Set() };
    for (let n = 0; n < connections; n++) come(service.httpsPort, hello, abuse);
    await sleep(SETTLED);
    const waits = await newcomer(service.httpsPort);
    abuse.over = true;
    for (const socket of abuse.sockets) socket.destroy();
    rows.push({
      "handshakes begun by another address": connections,
      calls: waits.length,
      p50: millis(quantile(waits, 0.5)),
      p99: millis(quantile(waits, 0.99)),
      worst: millis(Math.max(...waits)),
    });
    await sleep(SETTLED);
  }
  await service.stop();
  return rows;
}

if (process.argv[2] === "inside") process.stdout.write(JSON.stringify(await measure()));
