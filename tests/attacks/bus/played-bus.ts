import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";

/** A message on its way. */
export interface Passing {
  readonly subject: string;
  readonly reply: string | undefined;
  readonly data: Buffer;
}

interface Client {
  readonly socket: TLSSocket;
  readonly subscriptions: Map<string, string>;
}

const NONCE = "AAAAAAAAAAAAAAA";
const info = (more: object) =>
  `INFO ${JSON.stringify({ server_id: "N", version: "2.10.27", proto: 1, headers: true, nonce: NONCE, max_payload: 1 << 20, ...more })}\r\n`;

/**
 * As much of a NATS server as hubs and nodes need, with the right certificate, in the hands of somebody hostile: it
 * takes any login, and `judge` decides what becomes of each message.
 */
export class PlayedBus {
  readonly #context: SecureContext;
  readonly #clients = new Set<Client>();
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #clientId = 0;
  #port = 0;
  #isUp = false;
  #account: Buffer | undefined;
  /** What came on connections on which it spoke no TLS. */
  readonly inClear: Buffer[] = [];

  constructor(
    certificate: { readonly cert: string; readonly key: string },
    /** Whether to pretend on this connection that there is no TLS. */
    private readonly strips: () => boolean,
    private readonly judge: (message: Passing, deliver: (message: Passing) => void) => void,
  ) {
    this.#context = createSecureContext(certificate);
  }

  get address(): string {
    return `tls://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#isUp = true;
    if (this.#server !== undefined) return;
    const server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#port = (server.address() as { port: number }).port;
  }

  /** It keeps its port, which another program could have by the time it is started again. */
  async stop(): Promise<void> {
    this.#isUp = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    await this.stop();
    const server = this.#server;
    if (server !== undefined) await new Promise((resolve) => server.close(resolve));
  }

  #accept(socket: Socket): void {
    if (!this.#isUp) return void socket.destroy();
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.strips()) {
      socket.write(info({ tls_required: false, tls_available: 1 }));
      socket.on("data", (bytes: Buffer) => {
        this.inClear.push(bytes);
        socket.write("PONG\r\n");
      });
      return;
    }
    const tls = new TLSSocket(socket, { isServer: true, secureContext: this.#context });
    const client: Client = { socket: tls, subscriptions: new Map() };
    this.#clients.add(client);
    const gone = () => {
      this.#clients.delete(client);
      socket.destroy();
    };
    tls.on("error", gone).once("close", gone);
    tls.write(info({ client_id: ++this.#clientId }));
    let rest: Buffer = Buffer.alloc(0);
    tls.on("data", (bytes: Buffer) => {
      rest = this.#read(client, Buffer.concat([rest, bytes]));
    });
  }

  /** What is left of it: the beginning of a message. */
  #read(client: Client, bytes: Buffer): Buffer {
    for (let rest = bytes; ; ) {
      const end = rest.indexOf("\r\n");
      if (end < 0) return rest;
      const [verb, ...words] = rest.toString("latin1", 0, end).split(" ");
      const from = end + 2;
      const size = verb === "PUB" ? Number(words.at(-1)) : -2;
      if (rest.length < from + size + 2) return rest;
      if (verb === "PING") client.socket.write("PONG\r\n");
      if (verb === "SUB") client.subscriptions.set(words.at(-1) ?? "", words[0] ?? "");
      if (verb === "UNSUB" && words.length === 1) client.subscriptions.delete(words[0] ?? "");
      if (verb === "PUB") {
        const reply = words.length === 3 ? words[1] : undefined;
        this.#publish({
          subject: words[0] ?? "",
          reply,
          data: Buffer.from(rest.subarray(from, from + size)),
        });
      }
      rest = rest.subarray(from + size + 2);
    }
  }

  #publish(message: Passing): void {
    const { subject, reply = "", data } = message;
    // It keeps the account as it is told to, but lets everybody in.
    if (subject.endsWith(".CLAIMS.LOOKUP")) {
      if (this.#account === undefined) this.refuse(reply);
      else this.deliver({ subject: reply, reply: undefined, data: this.#account });
    } else if (subject.endsWith(".CLAIMS.UPDATE")) {
      this.#account = data;
      this.deliver({ subject: reply, reply: undefined, data: Buffer.from("{}") });
    } else this.judge(message, (one) => this.deliver(one));
  }

  /** To all who listen; if nobody does, who asks is told so. */
  deliver({ subject, reply, data }: Passing): void {
    let heard = false;
    for (const { socket, subscriptions } of this.#clients)
      for (const [sid, wanted] of subscriptions)
        if (fits(wanted, subject)) {
          heard = true;
          socket.write(`MSG ${subject} ${sid} ${reply === undefined ? "" : `${reply} `}${data.length}\r\n`);
          socket.write(data);
          socket.write("\r\n");
        }
    if (!heard && reply !== undefined) this.refuse(reply);
  }

  /** Says that nobody listens, whether that is so or not. */
  refuse(reply: string): void {
    const status = "NATS/1.0 503\r\n\r\n";
    for (const { socket, subscriptions } of this.#clients)
      for (const [sid, wanted] of subscriptions)
        if (fits(wanted, reply))
          socket.write(`HMSG ${reply} ${sid} ${status.length} ${status.length}\r\n${status}\r\n`);
  }
}

/** Whether a subject is one that was subscribed to, by words with `*` for one and `>` for the rest. */
function fits(wanted: string, subject: string): boolean {
  const [wants, words] = [wanted.split("."), subject.split(".")];
  const rest = wants.indexOf(">");
  if (rest >= 0) wants.length = words.length = Math.min(rest, words.length);
  return wants.length === words.length && wants.every((word, at) => word === "*" || word === words[at]);
}
