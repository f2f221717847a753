import { connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { type ConnectionOptions, connect as startTls, type TLSSocket } from "node:tls";
import { BusFault } from "./trust.js";

/** The longest greeting of a server. */
export const LONGEST_INFO = 64 * 1024;

interface Encrypted {
  readonly socket: TLSSocket;
  /** The greeting (INFO), where the server has sent it before TLS: anybody on the way can have written it. */
  readonly greeting: Buffer | undefined;
}

interface Place {
  readonly hostname: string;
  readonly port: number;
  /** The name that the server's certificate must have, where it was found by a name. */
  readonly tlsName: string;
}

/**
 * Connects, and resolves when the connection is encrypted and the options have judged the other side. TLS begins at
 * once, whatever the server says: one that greets in clear first has its greeting taken off, and then speaks TLS as
 * one does that is configured with `handshake_first`. Nothing but TLS leaves before that. `signal` ends it.
 */
export async function openEncrypted(
  { hostname, port, tlsName }: Place,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<Encrypted> {
  signal.throwIfAborted();
  const raw = connect({ host: hostname, port, noDelay: true });
  const ended = () => void raw.destroy();
  signal.addEventListener("abort", ended);
  try {
    await connected(raw);
    const clear = new ClearFirst(raw);
    const name = tlsName === "" ? {} : { servername: tlsName };
    const socket = startTls({ ...options, ...name, host: tlsName || hostname, socket: clear });
    // What ends one ends all three.
    socket.once("close", () => clear.destroy());
    clear.once("close", () => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      clear.once("error", reject);
      socket.once("error", reject);
      socket.once("close", () => reject(signal.reason ?? new BusFault("the bus closes the connection")));
      socket.once("secureConnect", resolve);
    });
    clear.on("error", () => {});
    return { socket, greeting: clear.greeting };
  } catch (error) {
    raw.destroy();
    throw error;
  } finally {
    signal.removeEventListener("abort", ended);
  }
}

const connected = (raw: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    raw.once("connect", resolve);
    raw.once("error", reject);
    raw.once("close", () => reject(new BusFault("the bus closes the connection")));
  });

/** What lies under TLS: the connection, without the greeting that a server may send in clear. */
class ClearFirst extends Duplex {
  greeting: Buffer | undefined;
  #held: Buffer | undefined = Buffer.alloc(0);

  constructor(private readonly raw: Socket) {
    super();
    raw.on("data", (bytes: Buffer) => {
      const encrypted =
        this.#held === undefined ? bytes : this.#afterGreeting(Buffer.concat([this.#held, bytes]));
      if (encrypted !== undefined && !this.push(encrypted)) raw.pause();
    });
    raw.once("end", () => this.push(null));
    raw.on("error", (error) => this.destroy(error));
    raw.once("close", () => this.destroy());
  }

  /** Undefined while it is not known yet where TLS begins. */
  #afterGreeting(bytes: Buffer): Buffer | undefined {
    let rest = bytes;
    if (this.greeting === undefined && bytes[0] === I) {
      const end = bytes.indexOf("\r\n");
      if (Math.max(end, bytes.length * Number(end < 0)) > LONGEST_INFO)
        return this.#fail(`the bus greets with more than ${LONGEST_INFO / 1024} KiB`);
      if (end >= 0) this.greeting = bytes.subarray(0, end + 2);
      rest = bytes.subarray(end < 0 ? bytes.length : end + 2);
    }
    this.#held = this.greeting === undefined ? bytes : rest;
    if (rest.length === 0) return undefined;
    if (!TLS_RECORDS.includes(rest.readUInt8(0)))
      return this.#fail(
        "the bus does not speak TLS, or somebody between here and there prevents it; what came unencrypted was ignored",
      );
    this.#held = undefined;
    return rest;
  }

  #fail(message: string): undefined {
    this.destroy(new BusFault(message));
  }

  override _read(): void {
    this.raw.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.raw.write(bytes, done);
  }

  override _final(done: () => void): void {
    this.raw.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.raw.destroy();
    done(error);
  }
}

const I = "I".charCodeAt(0);
/** Types of TLS records: an alert, and a handshake. */
const TLS_RECORDS = [0x15, 0x16];
