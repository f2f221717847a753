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
  /** Messages whose subject begins with this can wait a moment. */
  readonly unhurried?: string | undefined;
  /** Given up when nothing has come for about this long, with a ping in each of so many parts of it. */
  readonly silentMs?: number | undefined;
}

export const PINGS_IN_SILENCE = 5;

/** A bus that does not read what it is sent is given up when this much waits. */
const MOST_UNSENT = 8 * MAX_PAYLOAD;
/**
 * For so long, and so many at most, do messages wait that can. Read one by one, each finds the processor's caches cold,
 * and takes several times as long.
 */
const TOGETHER = { ms: 100, most: 64 } as const;

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
  #resume = (): void => {};
  #waking: NodeJS.Timeout | undefined;
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
    const { socket, greeting } = await openEncrypted(place, peer, this.#ending.signal);
    this.#socket = socket;
    greeted.inClear = greeting !== undefined;
    socket.on("error", (error) => this.#end(error));
    socket.once("end", () => socket.destroy());
    // Later, when the client has read what came last: often it says why.
    socket.once("close", () => setImmediate(() => this.#end()));
    const reader = new FrameReader({ maxPayload: MAX_PAYLOAD, info: safeInfo, unhurried });
    const take = (bytes: Buffer) => {
      try {
        this.#frames.push(...reader.read(bytes));
        if (reader.takeUrgent() || this.#frames.length >= TOGETHER.most) this.#wake();
        else this.#waking ??= setTimeout(() => this.#wake(), TOGETHER.ms);
      } catch (error) {
        this.#end(error as Error);
      }
    };
    if (greeting !== undefined) take(greeting);
    socket.on("data", take);
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

  send(frame: Uint8Array): void {
    if (this.#isOver || this.#socket === undefined) return;
    this.#socket.write(frame);
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
      this.#resume = resolve;
    });
  }

  #wake(): void {
    clearTimeout(this.#waking);
    this.#waking = undefined;
    this.#resume();
  }

  #end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (error !== undefined) this.closeError = error;
    this.#ending.abort(error);
    this.#socket?.destroy();
    this.#wake();
    if (this.#isOpen) this.#resolveClosed(error);
  }
}

const together = (frames: readonly Uint8Array[]): Uint8Array =>
  frames.length === 1 && frames[0] !== undefined ? frames[0] : Buffer.concat(frames);
