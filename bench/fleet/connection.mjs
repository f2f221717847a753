// As little of a NATS client as a simulated node needs: thousands of them share the machine with the hub, and the usual
// client takes half as much again for each login.
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { connect as connectTls, createSecureContext } from "node:tls";

// The server's certificate is not checked: every real node does that on a machine of its own.
const unchecked = { secureContext: createSecureContext({ ca: [] }), rejectUnauthorized: false };
const LINE_END = "\r\n";
const END = Buffer.from(LINE_END);

class Connection {
  #socket;
  #rest = Buffer.alloc(0);
  #callbacks = [];
  #answered = [];

  constructor(socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("data", (bytes) => this.#read(bytes));
  }

  write(line) {
    this.#send(line + LINE_END);
  }

  /** What is sent in one turn of the event loop goes out as one, as with the usual client. */
  #send(bytes) {
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork();
      setImmediate(() => this.#socket.uncork());
    }
    this.#socket.write(bytes);
  }

  /** Resolves when nothing waits to be sent any more. */
  async drained() {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#socket.writableNeedDrain)
      await Promise.race([new Promise((resolve) => this.#socket.once("drain", resolve)), this.closed]);
  }

  end() {
    this.#socket.destroy();
  }

  /** Resolves when the server has read everything that was written before. */
  async flush() {
    this.write("PING");
    const answered = new Promise((resolve) => this.#answered.push(resolve));
    await Promise.race([answered, this.closed.then(() => Promise.reject(new Error("closed")))]);
  }

  publish(subject, payload) {
    const bytes = Buffer.from(payload);
    this.#send(Buffer.concat([Buffer.from(`PUB ${subject} ${bytes.length}\r\n`), bytes, END]));
  }

  /** Calls `callback` with what a message carries, and how to answer it. */
  subscribe(subject, callback) {
    this.write(`SUB ${subject} ${this.#callbacks.push(callback) - 1}`);
  }

  #read(bytes) {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const end = this.#rest.indexOf(LINE_END);
      if (end === -1) return;
      const [what, ...words] = this.#rest.toString("latin1", 0, end).split(" ");
      const from = end + LINE_END.length;
      const length = what === "MSG" ? Number(words.at(-1)) + LINE_END.length : 0;
      if (this.#rest.length < from + length) return;
      const data = this.#rest.subarray(from, from + length - LINE_END.length);
      this.#rest = this.#rest.subarray(from + length);
      this.#take(what, words, data);
    }
  }

  #take(what, words, data) {
    if (what === "PING") this.write("PONG");
    if (what === "PONG") this.#answered.shift()?.();
    if (what === "-ERR") this.#socket.destroy(new Error(words.join(" ")));
    if (what !== "MSG") return;
    const [, number, reply] = words;
    this.#callbacks[number]({ data, respond: (payload) => this.publish(reply, payload) });
  }
}

/** Connects within `timeoutMs`, and logs in with a key and its JWT; whether that succeeded, the first flush tells. */
export async function connect({ address, key, jwt, timeoutMs }) {
  const { hostname, port } = new URL(address);
  const plain = connectTcp(Number(port), hostname);
  const gone = new AbortController();
  plain.on("error", () => {}).once("close", () => gone.abort());
  const late = setTimeout(() => plain.destroy(), timeoutMs);
  try {
    const [greeting] = await once(plain, "data", gone);
    const { nonce } = JSON.parse(greeting.toString("utf8").slice("INFO ".length));
    const socket = connectTls({ socket: plain, ...unchecked }).on("error", () => {});
    await once(socket, "secureConnect", gone);
    const sig = key.sign(Buffer.from(nonce)).toString("base64url");
    const login = { verbose: false, protocol: 1, tls_required: true, nkey: key.id, jwt, sig };
    const connection = new Connection(socket);
    connection.write(`CONNECT ${JSON.stringify(login)}`);
    return connection;
  } catch (error) {
    plain.destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }
}
