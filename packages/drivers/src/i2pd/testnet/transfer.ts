import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Driven } from "./driven.js";
import { until } from "./isolation.js";

/** Short tunnels, and the one kind of lease set that every version reads of every other. */
const TUNNEL = `inbound.length = 1
outbound.length = 1
i2cp.leaseSetType = 3
i2cp.leaseSetEncType = 4
`;
const KEYS = "transfer.dat";
const LOOPBACK = "127.0.0.1";
const EVERY_MS = 50;
const SILENCE_MS = 10_000;

/**
 * Bytes that flow at a steady rate from the steered router to a neighbour, through tunnels of both. The
 * rate is that of the contents: the routers count what they wrap around it as well.
 */
export class Transfer {
  sent = 0;
  received = 0;
  readonly #source: Server;
  readonly #sockets = new Set<Socket>();
  #ended = false;

  private constructor(
    readonly driven: Driven,
    readonly bytesPerSecond: number,
  ) {
    this.#source = createServer((socket) => this.#feed(this.#kept(socket)));
  }

  /** To be called before the steered router starts: it reads then what tunnels it has. */
  static async offer(driven: Driven, bytesPerSecond: number): Promise<Transfer> {
    const transfer = new Transfer(driven, bytesPerSecond);
    const port = await listening(transfer.#source);
    const tunnel = `[transfer]\ntype = server\nhost = ${LOOPBACK}\nport = ${port}\nkeys = ${KEYS}\n${TUNNEL}`;
    await writeFile(join(driven.dataDir, "tunnels.conf"), tunnel);
    return transfer;
  }

  /** Resolves when the first bytes have arrived. */
  async begin(): Promise<void> {
    const place = createServer();
    const port = await listening(place);
    place.close();
    const destination = addressOf(await readFile(join(this.driven.dataDir, KEYS)));
    await this.driven.network.openTunnels(
      `[transfer]\ntype = client\naddress = ${LOOPBACK}\nport = ${port}\ndestination = ${destination}\nkeys = transient\n${TUNNEL}`,
    );
    this.#fetch(port);
    await until(async () => this.received > 0, 120_000, "The beginning of the transfer");
  }

  end(): void {
    this.#ended = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#source.close();
  }

  #fetch(port: number): void {
    const socket = this.#kept(connect(port, LOOPBACK));
    socket.on("connect", () => socket.write("\n"));
    socket.on("data", (piece) => {
      this.received += piece.length;
    });
    // Until a neighbour has found the way it hangs up, or waits for long.
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.once("close", () => setTimeout(() => this.#ended || this.#fetch(port), 500));
  }

  #feed(socket: Socket): void {
    const piece = randomBytes((this.bytesPerSecond * EVERY_MS) / 1_000);
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
  const bits = [...createHash("sha256").update(identity).digest()]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  const letters = (bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, "0"), 2));
  return `${letters.map((at) => "abcdefghijklmnopqrstuvwxyz234567"[at]).join("")}.b32.i2p`;
}
