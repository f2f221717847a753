import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";
import type { Answer, Reply } from "../../rpc/answer.js";
import type { Peer } from "../../rpc/call.js";
import { type GateFacts, pass } from "../gates.js";
import { isWorthPacking, pack } from "../packing.js";
import { peerOf } from "../peer.js";
import { BAD_REQUEST, KEEP_ALIVE_MS, UNREAD_MS } from "../reply.js";
import { writeReply } from "./lane-reply.js";
import { isBeginning, type PlainHead, readPlainHead } from "./plain-request.js";

export interface LaneTimes {
  /** How long a new connection may wait with its first request before Node's own server, and its limits, take over. */
  readonly firstMs: number;
  /** How long a client may leave an answer unread. */
  readonly unreadMs: number;
}

export const LANE_TIMES: LaneTimes = { firstMs: 1_000, unreadMs: UNREAD_MS };

/** What all lanes of an endpoint share. */
export interface LaneOptions {
  readonly gates: GateFacts;
  /** Whether calls are taken at this path, now. */
  readonly takes: (path: string) => boolean;
  readonly answer: Answer;
  readonly times: LaneTimes;
}

/** Who is told what comes of a lane. */
export interface LaneOwner {
  /** Called for each whole request. */
  readonly hasRequest: () => void;
  /** Has Node's own server speak HTTP on this connection from now on. */
  readonly handOver: () => void;
}

/**
 * The fast path for a connection on which a program sends one plain call after the other, as nearly all do.
 * It costs half of what Node's server takes. If anything else arrives, the connection is passed to Node's
 * server for good, before any of it is answered. So each request has one reader, and this one reads only
 * requests that cannot be understood in two ways.
 */
export class Lane {
  readonly #socket: Socket;
  readonly #options: LaneOptions;
  readonly #owner: LaneOwner;
  /** The last head. Programs send the same one again, and the same bytes mean the same. */
  #head: PlainHead | undefined;
  /** Who sent it. */
  #peer: Peer | undefined;
  /** A first head that has not come whole. Who means to be slow sends only that: Node's server would cost more. */
  #begun: Buffer | undefined;
  #answering = false;
  #ended = false;

  constructor(socket: Socket, options: LaneOptions, owner: LaneOwner) {
    this.#socket = socket;
    this.#options = options;
    this.#owner = owner;
    socket.setTimeout(options.times.firstMs);
    socket.on("data", this.#read).on("timeout", this.#waited).on("end", this.#end).on("error", this.#broke);
  }

  get isAnswering(): boolean {
    return this.#answering;
  }

  /** Ends it now, or when the answer that is under way has been given. A request that has begun gets Node's answer. */
  close(): void {
    if (this.#begun !== undefined) {
      this.#leave(this.#begun);
      return;
    }
    this.#ended = true;
    // Without waiting for the other side, which may be idle for long.
    if (!this.#answering) this.#socket.destroySoon();
  }

  readonly #read = (bytes: Buffer): void => {
    const socket = this.#socket;
    if (this.#answering) {
      // One at a time; what comes meanwhile waits its turn, and its sender with it.
      socket.pause();
      socket.unshift(bytes);
      return;
    }
    if (this.#begun !== undefined) {
      this.#leave(Buffer.concat([this.#begun, bytes]));
      return;
    }
    const head = this.#sameHead(bytes) ?? readPlainHead(bytes);
    if (head === undefined && this.#head === undefined && isBeginning(bytes)) {
      this.#begun = bytes;
      return;
    }
    if (head === undefined || !this.#admits(head) || !isUtf8(bytes)) {
      this.#leave(bytes);
      return;
    }
    if (this.#head === undefined) socket.setTimeout(KEEP_ALIVE_MS);
    if (this.#peer === undefined || this.#head !== head)
      this.#peer = peerOf({ headers: head.headers, socket }, NOBODY);
    this.#head = head;
    this.#answering = true;
    this.#owner.hasRequest();
    const text = bytes.toString("utf8", head.bytes.length);
    const reply = this.#options.answer(text, this.#peer);
    if (reply instanceof Promise) reply.then(this.#reply, () => socket.destroy());
    else this.#reply(reply);
  };

  #sameHead(bytes: Buffer): PlainHead | undefined {
    const head = this.#head;
    if (head === undefined || head.size !== bytes.length) return undefined;
    return head.bytes.compare(bytes, 0, head.bytes.length) === 0 ? head : undefined;
  }

  #admits({ path, headers }: PlainHead): boolean {
    const { gates, takes } = this.#options;
    return takes(path) && pass({ headers, socket: this.#socket }, gates) === undefined;
  }

  readonly #reply = (reply: Reply): void => {
    if (this.#head !== undefined && isWorthPacking(reply.text, this.#head.headers))
      pack(reply.text, (packed) => this.#send(reply, packed));
    else this.#send(reply);
  };

  #send(reply: Reply, packed?: Buffer): void {
    const socket = this.#socket;
    this.#answering = false;
    const last = this.#ended || this.#options.gates.stopping();
    const taken = writeReply(socket, reply, last, packed);
    if (last) socket.destroySoon();
    else if (!taken) this.#awaitReader();
    else if (socket.isPaused()) socket.resume();
  }

  /** If the client stops reading, stop reading its requests, and drop it sooner. */
  #awaitReader(): void {
    const socket = this.#socket;
    socket.pause();
    socket.setTimeout(this.#options.times.unreadMs);
    socket.once("drain", () => {
      socket.setTimeout(KEEP_ALIVE_MS);
      socket.resume();
    });
  }

  readonly #waited = (): void => {
    if (this.#head === undefined) this.#leave(this.#begun);
    else if (!this.#answering) this.#socket.destroy();
  };

  readonly #end = (): void => {
    if (this.#begun !== undefined) this.#socket.write(BAD_REQUEST);
    this.#begun = undefined;
    this.close();
  };

  /** Not every error closes a connection: repeated TLS renegotiation, for example, is only reported as an error. */
  readonly #broke = (): void => void this.#socket.destroy();

  #leave(unread?: Buffer): void {
    const socket = this.#socket;
    socket.off("data", this.#read).off("timeout", this.#waited).off("end", this.#end);
    socket.setTimeout(0);
    this.#owner.handOver();
    socket.off("error", this.#broke);
    if (unread !== undefined) socket.unshift(unread);
  }
}

const NOBODY: readonly string[] = [];
