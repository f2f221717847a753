import type { TLSSocket, ConnectionOptions as TlsOptions } from "node:tls";
import type { ConnectionOptions, Server } from "@nats-io/nats-core";
import type { Transport } from "@nats-io/nats-core/internal";
import { MAX_PAYLOAD } from "../keys/bus-limits.js";
import { openEncrypted } from "./encrypted.js";
import { FrameReader } from "./frame-reader.js";
import { safeInfo } from "./server-info.js";
import { BusFault } from "./trust.js";

/** What the client of the bus passes on to its transport. */
export interface BusOptions extends ConnectionOptions {
  readonly peer: TlsOptions;
  /** Set when a server has greeted: whether in clear, where somebody else can have written it. */
  readonly greeted: { inClear: boolean };
  /** Whether messages can wait a moment where nobody can be waiting for an answer. */
  readonly unhurried?: boolean | undefined;
  /** Given up when nothing has come for about this long, with a ping in each of so many parts of it. */
  readonly silentMs?: number | undefined;
}

export const PINGS_IN_SILENCE = 5;

/** A bus that does not read what it is sent is given up when this much waits. */
const MOST_UNSENT = 8 * MAX_PAYLOAD;
/**
 * Nothing is read for so long where it can wait, and then all that has come: read one by one, each message finds the
 * processor's caches cold, and takes several times as long. Where so many come in that time, they need no pause for that.
 */
const TOGETHER = { ms: 100, most: 64 } as const;
/** After something was sent, somebody may wait for an answer; one that takes longer can come that much later. */
const ATTENTIVE_MS = 500;
/** The client sends it by itself, to see whether the server is there. */
const PING = "PING\r\n";

/**
 * The connection under the client of NATS. The client's own one decides by the server's unprotected greeting whether
 * it encrypts, reads without limits, and leaves sockets open when time is up.
 */
export class BusTransport implements Transport {
  readonly lang = "pilothouse";
  readonly version = "1";
  closeError?: Error;
  #socket: TLSSocket | undefined;
  #frames: Uint8Array[] = [];
  #wake = (): void => {};
  /** What has come and was not looked at yet; the end of its waiting, and the pause until then. */
  #arrived: Buffer[] = [];
  #waiting: NodeJS.Timeout | undefined;
  #pausing: NodeJS.Immediate | undefined;
  #isMuch = false;
  #attentiveUntil = 0;
  #take = (): void => {};
  /** The server has greeted, and the client uses the connection. */
  #isOpen = false;
  #isOver = false;
  readonly #ending = new AbortController();
  #resolveClosed: (error: Error | undefined) => void = () => {};
  readonly #closed = new Promise<Error | undefined>((resolve) => {
    this.#resolveClosed = resolve;
  });

  async connect(server: Server, options: ConnectionOptions): Promise<void> {
    const { peer, greeted, unhurried, silentMs } = options as BusOptions;
    const place = server as Server & { tlsName: string };
    const canWait = unhurried === true;
    this.#attentiveUntil = performance.now() + ATTENTIVE_MS;
    // Without a mark so low, a paused socket goes on to read, 16 KiB in all.
    const how = canWait ? { ...peer, highWaterMark: 1 } : peer;
    const { socket, greeting } = await openEncrypted(place, how, this.#ending.signal);
    this.#socket = socket;
    greeted.inClear = greeting !== undefined;
    socket.on("error", (error) => this.#end(error));
    socket.once("end", () => socket.destroy());
    // Later, when the client has read what came last: often it says why.
    socket.once("close", () => {
      this.#take();
      setImmediate(() => this.#end());
    });
    const reader = new FrameReader({ maxPayload: MAX_PAYLOAD, info: safeInfo });
    this.#take = () => {
      this.#endPause();
      this.#isMuch = this.#arrived.length >= TOGETHER.most;
      try {
        this.#frames.push(...reader.read(together(this.#arrived.splice(0))));
      } catch (error) {
        this.#end(error as Error);
      }
      this.#wake();
    };
    const arrived = (bytes: Buffer) => {
      const isLast = this.#arrived.push(bytes) >= TOGETHER.most;
      if (!canWait || isLast || performance.now() < this.#attentiveUntil) this.#take();
      else this.#wait(socket);
    };
    if (greeting !== undefined) arrived(greeting);
    socket.on("data", arrived);
    // Until it has greeted, what fails here fails this attempt. Later the client would wait until time is up.
    if (this.#frames.length === 0 && !this.#isOver) await this.#news();
    if (this.#isOver) throw this.closeError ?? new BusFault("the bus closes the connection");
    this.#isOpen = true;
    if (silentMs !== undefined) this.#endWhenSilent(socket, silentMs);
  }

  /**
   * Whatever comes shows that the bus is there, since the answer to a ping may be behind much else. Looks are counted,
   * and no time: while this process itself was held up, bytes wait to be read, and that is one look.
   */
  #endWhenSilent(socket: TLSSocket, silentMs: number): void {
    let looks = 0;
    socket.on("data", () => {
      looks = 0;
    });
    const looking = setInterval(() => {
      if (++looks < PINGS_IN_SILENCE) return;
      this.#end(new BusFault(`the bus hangs: nothing has come from it for ${Math.ceil(silentMs / 1_000)} s`));
    }, silentMs / PINGS_IN_SILENCE).unref();
    socket.once("close", () => clearInterval(looking));
  }

  async *[Symbol.asyncIterator](): AsyncIterableIterator<Uint8Array> {
    try {
      for (;;) {
        // At once: each costs several microtasks.
        if (this.#frames.length > 0) yield together(this.#frames.splice(0));
        if (this.#frames.length > 0) continue;
        if (this.#isOver) return;
        await this.#news();
      }
    } finally {
      // The client reads no more, as when it has not understood something.
      this.#end(new BusFault("what the bus has sent cannot be understood"));
    }
  }

  /** The pause begins when all is read that is there now. */
  #wait(socket: TLSSocket): void {
    this.#waiting ??= setTimeout(() => this.#take(), TOGETHER.ms);
    if (!this.#isMuch) this.#pausing ??= setImmediate(() => socket.pause());
  }

  #endPause(): void {
    if (this.#waiting === undefined) return;
    clearTimeout(this.#waiting);
    clearImmediate(this.#pausing);
    this.#waiting = this.#pausing = undefined;
    this.#socket?.resume();
  }

  send(frame: Uint8Array): void {
    if (this.#isOver || this.#socket === undefined) return;
    this.#socket.write(frame);
    if (frame.length > PING.length) {
      this.#attentiveUntil = performance.now() + ATTENTIVE_MS;
      if (this.#waiting !== undefined) this.#take();
    }
    if (this.#socket.writableLength > MOST_UNSENT)
      this.#end(new BusFault("the bus does not read what it is sent"));
  }

  get isClosed(): boolean {
    return this.#isOver;
  }

  isEncrypted(): boolean {
    return true;
  }

  closed(): Promise<Error | undefined> {
    return this.#closed;
  }

  async close(error?: Error): Promise<void> {
    this.#end(error);
  }

  disconnect(): void {
    this.#end();
  }

  /** As `close`, and the client hears no more of it. */
  discard(): void {
    this.#resolveClosed = () => {};
    this.#end();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (error !== undefined) this.closeError = error;
    this.#ending.abort(error);
    this.#endPause();
    this.#socket?.destroy();
    this.#wake();
    if (this.#isOpen) this.#resolveClosed(error);
  }
}

const together = <T extends Uint8Array>(pieces: readonly T[]): T | Buffer =>
  pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
