import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { b32Address } from "@pilothouse/protocol";
import { until } from "./isolation.js";
import type { TestNetwork } from "./network.js";
import { freePort } from "./web-site.js";

/** Short tunnels, and the one kind of lease set that every version reads of every other. */
const TUNNEL = `inbound.length = 1
outbound.length = 1
i2cp.leaseSetType = 3
i2cp.leaseSetEncType = 4
`;
/** Through more of the routers between, so that some are left when one is restarted. */
const SPREAD = `${TUNNEL}inbound.quantity = 6
outbound.quantity = 6
`;
const KEYS = "transfer.dat";
/** The neighbour that sends when no managed router does. */
const SENDER = 2;
const LOOPBACK = "127.0.0.1";
const EVERY_MS = 50;
const SILENCE_MS = 10_000;

/** A router that bytes come from. */
interface Origin {
  readonly network: TestNetwork;
  readonly dataDir: string;
}

/**
 * Bytes that flow at a steady rate from a router to a neighbour, through tunnels of both. The rate is that of
 * the contents: the routers count what they wrap around it as well.
 */
export class Transfer {
  sent = 0;
  received = 0;
  readonly #source: Server;
  readonly #sockets = new Set<Socket>();
  #ended = false;

  private constructor(
    readonly origin: Origin,
    readonly bytesPerSecond: number,
    readonly tunnel: string,
    readonly streams = 1,
  ) {
    this.#source = createServer((socket) => this.#feed(this.#kept(socket)));
  }

  /** To be called before the managed router starts, which is when it reads its tunnels. */
  static async offer(driven: Origin, bytesPerSecond: number): Promise<Transfer> {
    const transfer = new Transfer(driven, bytesPerSecond, TUNNEL);
    await writeFile(join(driven.dataDir, "tunnels.conf"), await transfer.#serverTunnel());
    return transfer;
  }

  /** In several streams from one neighbour to another, over the routers between; resolves when bytes arrive. */
  static async between(network: TestNetwork, bytesPerSecond: number): Promise<Transfer> {
    const origin = { network, dataDir: network.dataDir(SENDER) };
    const transfer = new Transfer(origin, bytesPerSecond, SPREAD, 4);
    await network.openTunnels(await transfer.#serverTunnel(), SENDER);
    await transfer.begin();
    return transfer;
  }

  async #serverTunnel(): Promise<string> {
    const port = await listening(this.#source);
    return `[transfer]\ntype = server\nhost = ${LOOPBACK}\nport = ${port}\nkeys = ${KEYS}\n${this.tunnel}`;
  }

  /** Resolves when the first bytes have arrived. */
  async begin(): Promise<void> {
    const port = await freePort();
    const file = join(this.origin.dataDir, KEYS);
    const keys = () => readFile(file).catch(() => Buffer.alloc(0));
    await until(async () => (await keys()).length > 387, 120_000, "The keys of the transfer");
    const destination = addressOf(await keys());
    await this.origin.network.openTunnels(
      `[transfer]\ntype = client\naddress = ${LOOPBACK}\nport = ${port}\ndestination = ${destination}\nkeys = transient\n${this.tunnel}`,
    );
    for (let stream = 0; stream < this.streams; stream++) this.#fetch(port);
    await until(async () => this.received > 0, 120_000, "The beginning of the transfer");
  }

  end(): void {
    this.#ended = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#source.close();
  }

  #fetch(port: string): void {
    const socket = this.#kept(connect(Number(port), LOOPBACK));
    socket.on("connect", () => socket.write("\n"));
    socket.on("data", (piece) => {
      this.received += piece.length;
    });
    // Until a neighbour has found the way it hangs up, or waits for long.
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.once("close", () => setTimeout(() => this.#ended || this.#fetch(port), 500));
  }

  #feed(socket: Socket): void {
    const piece = randomBytes((this.bytesPerSecond * EVERY_MS) / 1_000 / this.streams);
    const feeding = setInterval(() => {
      socket.write(piece);
      this.sent += piece.length;
    }, EVERY_MS);
    socket.once("close", () => clearInterval(feeding));
    socket.resume();
  }

  #kept(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    return socket.once("close", () => this.#sockets.delete(socket));
  }
}

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, LOOPBACK), "listening");
  return (server.address() as AddressInfo).port;
}

/** Under which a neighbour finds the owner of these keys: the hash of the identity that they begin with. */
function addressOf(keys: Buffer): string {
  const identity = keys.subarray(0, 387 + keys.readUInt16BE(385));
  return b32Address(createHash("sha256").update(identity).digest());
}
