import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";

/** The servers' ends of connections within this process, by the ports of the clients. */
const arrived = new Map<number, Socket>();
subscribe("net.server.socket", (message) => {
  const { socket } = message as { socket: Socket };
  const { remotePort } = socket;
  if (remotePort !== undefined) arrived.set(remotePort, socket);
});

/** A few turns of the event loop: all that a server in this process does without waiting is done then. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await turn();
}

/** A client's connection to a server in this process. It sees what the server has read, so it need not guess. */
export class Connection {
  heard = "";
  #sent = 0;
  readonly closed: Promise<unknown>;

  private constructor(
    readonly socket: Socket,
    readonly server: Socket,
  ) {
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    socket
      .setNoDelay()
      .setEncoding("latin1")
      .on("error", () => {});
    server.once("close", () => arrived.delete(socket.localPort ?? 0));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const { localPort = 0 } = socket;
    while (!arrived.has(localPort)) await turn();
    return new Connection(socket, arrived.get(localPort) as Socket);
  }

  /** Collects what arrives in `heard`; a client that does not call this reads nothing. */
  listen(): this {
    this.socket.on("data", (text) => {
      this.heard += text;
    });
    return this;
  }

  /** Sends this as one piece: resolves when the server has read it, or reads no more. */
  async send(piece: string | Buffer): Promise<void> {
    const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
    this.#sent += bytes.length;
    this.socket.write(bytes);
    while (!this.server.destroyed && this.server.bytesRead < this.#sent) await turn();
    await settle();
  }

  /** Resolves when enough was heard, or no more can be. */
  async until(enough: (heard: string) => boolean): Promise<string> {
    while (!this.socket.destroyed && !enough(this.heard)) await turn();
    return this.heard;
  }

  /** Sends no more, and resolves with all that was heard when the server has closed as well. */
  async end(): Promise<string> {
    this.socket.end();
    await this.closed;
    return this.heard;
  }
}
