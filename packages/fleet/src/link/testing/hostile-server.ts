import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** What a hostile server does with a connection. */
export type Trick = (socket: Socket, server: HostileServer) => void;

/** A server that speaks NATS as badly as it is told to, on the loopback. It keeps what it received unencrypted. */
export class HostileServer {
  /** What clients have sent, as it was on the wire. */
  readonly received: Buffer[] = [];
  /** What clients have sent inside TLS. */
  readonly decrypted: Buffer[] = [];
  accepted = 0;
  open = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => {
    this.accepted++;
    this.open++;
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => {
      this.open--;
      this.#sockets.delete(socket);
    });
    this.trick(socket, this);
  });

  constructor(private readonly trick: Trick) {}

  /** Keeps what comes on this connection, as it is on the wire. */
  record(socket: Socket): void {
    socket.on("data", (bytes: Buffer) => void this.received.push(bytes));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `tls://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const info = (more: object = {}): string =>
  `INFO ${JSON.stringify({
    ...{ server_id: "N", version: "2.10.27", proto: 1, headers: true, max_payload: 1_048_576 },
    ...{ nonce: "azETgqhbXcYcx7s", auth_required: true, ...more },
  })}\r\n`;

/** Says this in clear, and goes on as if TLS did not exist. */
export const inClear =
  (greeting: string): Trick =>
  (socket, server) => {
    server.record(socket);
    socket.write(greeting);
    socket.on("data", () => void socket.write("PONG\r\n"));
  };

/** With its own certificate: greets in clear or inside TLS, accepts any login, and then does something. */
export const inTls =
  ({ cert, key }: Certificate, after: (socket: TLSSocket) => void, greeting = info()): Trick =>
  (socket, { decrypted }) => {
    const tls = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ cert, key }) });
    tls.on("error", () => socket.destroy());
    tls.once("close", () => socket.destroy());
    tls.once("end", () => tls.destroy());
    tls.write(greeting);
    tls.on("data", (bytes: Buffer) => {
      decrypted.push(bytes);
      if (bytes.includes("PING")) tls.write("PONG\r\n");
      if (bytes.includes("CONNECT")) after(tls);
    });
  };
