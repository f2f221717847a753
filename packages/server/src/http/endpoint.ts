import { constants } from "node:crypto";
import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttps, type Server as HttpsServer } from "node:https";
import type { AddressInfo, ListenOptions, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContextOptions } from "node:tls";
import { countedAs } from "../auth/guessing/address.js";
import type { Log } from "../log.js";
import type { TlsMaterial } from "./certificate.js";
import { Arrivals } from "./connections/arrivals.js";
import { type Place, Places } from "./connections/places.js";
import { allowOrigin, answerPreflight, isPreflight } from "./cross-origin.js";
import { allowedOrigin, type GateFacts, pass, plainAddress, type Refusal } from "./gates.js";
import { LANE_TIMES, Lane, type LaneOptions, type LaneTimes } from "./lane/lane.js";
import { isPlainHttp, refusePlainHttp } from "./plain-on-tls.js";
import { BAD_REQUEST, KEEP_ALIVE_MS, refuse, refusedRaw } from "./reply.js";
import { findRoute, pathOf, type Route } from "./routes/route.js";
import { BODY_LIMIT } from "./routes/rpc-route.js";

/** A client that connects and sends nothing takes a place from others. Node's own limit is two minutes. */
const HANDSHAKE_MS = 10_000;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** How often Node looks for requests that are past those limits, also where there are none: that wakes the processor. */
const CHECK_EVERY_MS = 5_000;
/**
 * Only suites with forward secrecy and authenticated encryption. Node's own list still holds some without,
 * which a certificate with an RSA key would even let someone choose who records now to decrypt later.
 */
const TLS = {
  minVersion: "TLSv1.2",
  // No client is asked for a certificate. Without this, Node reads the authorities of the whole web at the start.
  ca: [],
  // No client needs it, and each renegotiation costs as much as a new connection.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  ciphers: [
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "TLS_AES_128_GCM_SHA256",
    ...["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"].flatMap((cipher) => [
      `ECDHE-ECDSA-${cipher}`,
      `ECDHE-RSA-${cipher}`,
    ]),
  ].join(":"),
} satisfies SecureContextOptions;
/** No place can be freed: 503. This many wait for that already: dropped without a reply. */
const REFUSED_OVER_LIMIT = 64;
/** How many requests may wait on one connection. Node reads all that come together, and each may have a long answer. */
const MOST_WAITING = 16;
/** Node keeps reading after a refused request; this is more than it reads at once. */
const MOST_READ = 4_096;
/** As Node itself answers. */
const UNREADABLE: { readonly [code: string]: string } = {
  HPE_HEADER_OVERFLOW: refusedRaw("431 Request Header Fields Too Large"),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusedRaw("413 Payload Too Large"),
  ERR_HTTP_REQUEST_TIMEOUT: refusedRaw("408 Request Timeout"),
};
const TOO_MANY: Refusal = { status: 503, detail: `over ${MOST_WAITING} requests wait on this connection` };

export interface EndpointOptions {
  readonly secure: boolean;
  readonly connectionLimit: number;
  /** How many of them one address may have, by what it counts as. */
  readonly share: (owner: string) => number;
  /** Whether its connections begin at a pace. Behind some, such as loopback's, are many people. Absent: nobody's. */
  readonly isPaced?: (owner: string) => boolean;
  readonly hostNames: () => ReadonlySet<string>;
  readonly allowedOrigins: () => ReadonlySet<string>;
  /** In the order in which they are tried. */
  readonly routes: readonly Route[];
  /** The calls that may take the short way. */
  readonly calls: Pick<LaneOptions, "takes" | "answer">;
  /** Where a page of another site may ask whether it may call. */
  readonly asksFirst: (path: string) => boolean;
  readonly laneTimes?: LaneTimes;
  readonly log: Log;
}

interface Connection {
  /** Without TLS. */
  readonly socket: Socket;
  /** Undefined when there was none; then it gets a 503. */
  readonly place: Place | undefined;
  /** From the end of the handshake until Node's server takes over. */
  lane?: Lane | undefined;
}

/** Connections that the kernel holds until they are accepted. A burst beyond them waits a second for its next try. */
const BACKLOG = 4_096;

/** One listening socket and what becomes of the requests that arrive at it. */
export class Endpoint {
  readonly #server: Server | HttpsServer;
  readonly #options: EndpointOptions;
  readonly #gates: GateFacts;
  readonly #places: Places;
  readonly #overLimit = new WeakSet<object>();
  #refusing = 0;
  /** Node's server closes only connections that speak HTTP; one that never ends its handshake does not. */
  readonly #sockets = new Map<unknown, Connection>();
  readonly #laneOptions: LaneOptions;
  /** What has not been answered on a connection. */
  readonly #waiting = new WeakMap<Duplex, Set<ServerResponse>>();
  /** Connections that end with the answer to what came before nonsense. */
  readonly #refused = new WeakSet<Duplex>();
  /** Connections that came before `admit`. Nothing is read from them until then. */
  readonly #held = new Set<Socket>();
  /** What Node and this class do with a connection. */
  readonly #takes: readonly ((socket: Socket) => void)[];
  readonly #arrivals = new Arrivals((socket) => this.#begin(socket));
  #admits = false;
  #stopping = false;

  constructor(options: EndpointOptions) {
    this.#options = options;
    // Who has sent a request and says that no more will come still wants its answer.
    const watch = { connectionsCheckingInterval: CHECK_EVERY_MS, allowHalfOpen: true };
    this.#server = options.secure
      ? createHttps({ ...watch, ...TLS, handshakeTimeout: HANDSHAKE_MS })
      : createHttp(watch);
    Object.assign(this.#server, {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      httpAllowHalfOpen: true,
      pauseOnConnect: true,
    });
    this.#gates = {
      hostNames: options.hostNames,
      allowedOrigins: options.allowedOrigins,
      stopping: () => this.#stopping,
      overLimit: ({ socket }) => this.#overLimit.has(socket),
      bodyLimit: BODY_LIMIT,
    };
    this.#laneOptions = {
      ...options.calls,
      times: options.laneTimes ?? LANE_TIMES,
      gates: this.#gates,
    };
    this.#places = new Places(options.connectionLimit, options.share);
    const arrival = options.secure ? "secureConnection" : "connection";
    // Node's server takes a connection by listening for its arrival; here a lane comes first.
    const [nodeTakes] = this.#server.listeners(arrival) as ((socket: Socket) => void)[];
    this.#server.removeAllListeners(arrival);
    this.#server.on(arrival, (socket: Socket) => {
      const connection = this.#sockets.get(this.#keyOf(socket));
      // It broke meanwhile.
      if (connection === undefined) socket.destroy();
      else {
        this.#openLane(socket, connection, () => nodeTakes?.call(this.#server, socket));
        // One that waited for its turn has one for TLS on top of it, which waits too.
        socket.resume();
      }
    });
    this.#server.on("tlsClientError", (error: Error, secured: Socket) => {
      const bare = this.#sockets.get(this.#keyOf(secured))?.socket;
      if (isPlainHttp(error) && bare !== undefined) refusePlainHttp(bare, this.url ?? "https://");
    });
    this.#takes = this.#server.listeners("connection") as ((socket: Socket) => void)[];
    this.#server.removeAllListeners("connection");
    this.#server.on("connection", (socket: Socket) => {
      const owner = countedAs({ address: plainAddress(socket.remoteAddress ?? "") });
      if (!this.#seat(socket, owner)) socket.destroy();
      else if (!this.#admits) this.#held.add(socket);
      else if (options.isPaced === undefined) this.#take(socket);
      else if (options.isPaced(owner)) this.#arrivals.come(owner, socket);
      else this.#begin(socket);
    });
    this.#server.on("request", (request, response) => this.#handle(request, response));
    this.#server.on("clientError", (error, socket) => this.#unreadable(error, socket));
  }

  /**
   * Binds the port or path. Connections are accepted and wait for `admit`: closing a port again, or listening
   * only later, would reset those that come in between or find a port in use too late.
   */
  async listen(where: ListenOptions): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ backlog: BACKLOG, ...where }, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    this.#server.on("error", (error) => this.#options.log.error({ err: error }, "an endpoint failed"));
  }

  /** From now on everybody is answered, those first who have been waiting. */
  admit(): void {
    this.#admits = true;
    Object.assign(this.#server, { pauseOnConnect: this.#options.isPaced !== undefined });
    for (const socket of this.#held) this.#begin(socket);
    this.#held.clear();
  }

  /** The certificate to present from now on; connections that are open keep theirs. */
  use({ cert, key }: TlsMaterial): void {
    if ("setSecureContext" in this.#server) this.#server.setSecureContext({ cert, key, ...TLS });
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** Where it listens; undefined while it does not. */
  get url(): string | undefined {
    const bound = this.#server.address() as AddressInfo | null;
    if (bound === null) return undefined;
    const { address, port, family } = bound;
    const host = family === "IPv6" ? `[${address}]` : address;
    return `${this.#options.secure ? "https" : "http"}://${host}:${port}/`;
  }

  /** Refuses what is new, lets what is under way finish for a while, then closes all connections. */
  async close(graceMs: number): Promise<void> {
    this.#stopping = true;
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#held) socket.destroy();
    this.#arrivals.close();
    this.#server.closeIdleConnections();
    for (const { lane } of this.#sockets.values()) lane?.close();
    const timer = setTimeout(() => {
      this.#server.closeAllConnections();
      for (const { socket } of this.#sockets.values()) socket.destroy();
    }, graceMs);
    await closed;
    clearTimeout(timer);
  }

  #take(socket: Socket): void {
    for (const take of this.#takes) take.call(this.#server, socket);
  }

  /** Takes one of which nothing was read until now. */
  #begin(socket: Socket): void {
    this.#take(socket);
    socket.resume();
  }

  /** Gives a connection its place, in which it may also begin its handshake. False when not even a refusal is due. */
  #seat(socket: Socket, owner: string): boolean {
    const place = this.#places.take(owner, () => socket.destroy());
    if (place === undefined && this.#refusing >= REFUSED_OVER_LIMIT) return false;
    if (place === undefined) this.#refusing++;
    const key = this.#keyOf(socket);
    const connection = { socket, place };
    this.#sockets.set(key, connection);
    socket.once("close", () => {
      if (place === undefined) this.#refusing--;
      else this.#places.leave(place);
      this.#held.delete(socket);
      if (this.#sockets.get(key) === connection) this.#sockets.delete(key);
    });
    return true;
  }

  /** The same for a connection before and after its handshake, which are two objects. */
  #keyOf(socket: Socket): unknown {
    return this.#options.secure
      ? `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress}`
      : socket;
  }

  /** Whether a whole request has not been answered. An answer that was given and is not read does not count. */
  #owes(socket: Duplex): boolean {
    for (const { req, writableEnded } of this.#waiting.get(socket) ?? [])
      if (req.complete && !writableEnded) return true;
    return false;
  }

  #openLane(socket: Socket, connection: Connection, nodeTakes: () => void): void {
    const { place } = connection;
    if (place === undefined) this.#overLimit.add(socket);
    const lane = new Lane(socket, this.#laneOptions, {
      hasRequest: () => place && this.#places.touch(place),
      handOver: () => {
        connection.lane = undefined;
        nodeTakes();
      },
    });
    connection.lane = lane;
    if (place !== undefined) place.busy = () => lane.isAnswering || this.#owes(socket);
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    // A broken connection shows up as an error of the request; there is no client left to answer.
    request.on("error", (error) => this.#options.log.debug({ err: error }, "a request broke off"));
    request.once("end", () => {
      const place = this.#sockets.get(this.#keyOf(request.socket))?.place;
      if (place !== undefined) this.#places.touch(place);
    });
    const waiting = this.#wait(request.socket, response);
    // The refusal of the first that is too many ends the connection, and with it all that come behind.
    if (waiting > MOST_READ) request.socket.destroy();
    if (waiting > MOST_WAITING + 1) return;
    const guest = allowedOrigin(request, this.#gates);
    if (guest !== undefined) allowOrigin(response, guest);
    const turnedAway = waiting > MOST_WAITING ? TOO_MANY : pass(request, this.#gates);
    if (turnedAway === undefined && guest !== undefined && this.#asksFirst(request)) {
      answerPreflight(request, response);
      return;
    }
    const found = turnedAway ?? findRoute(request, this.#options.routes);
    if ("serve" in found) this.#serve(found, request, response);
    else refuse(request, response, found);
  }

  #asksFirst(request: IncomingMessage): boolean {
    return isPreflight(request) && this.#options.asksFirst(pathOf(request.url ?? ""));
  }

  #wait(socket: Socket, response: ServerResponse): number {
    const waiting = this.#waiting.get(socket) ?? new Set();
    this.#waiting.set(socket, waiting.add(response));
    response.once("close", () => waiting.delete(response));
    return waiting.size;
  }

  /** What cannot be read ends the connection, once the requests that came whole before it are answered. */
  #unreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
    const isNonsense = error.code?.startsWith("HPE_") === true;
    const before = isNonsense ? [...(this.#waiting.get(socket) ?? [])] : [];
    const whole = before.filter(({ req }) => req.complete).at(-1);
    const end = () => {
      // As Node itself does. What went wrong below HTTP, such as in a handshake, is not answered.
      const refusal = UNREADABLE[error.code ?? ""] ?? (isNonsense ? BAD_REQUEST : undefined);
      if (refusal !== undefined && socket.writable) socket.write(refusal);
      socket.destroy();
    };
    // Do not wait for a client that does not read.
    if (whole === undefined || whole.closed || socket.writableLength > 0) end();
    else if (!this.#refused.has(socket)) {
      // Nothing more is read: it would keep the connection alive, and be refused over and over.
      this.#refused.add(socket);
      socket.pause();
      whole.once("close", end);
    }
  }

  #serve(route: Route, request: IncomingMessage, response: ServerResponse): void {
    const failed = (error: unknown) => {
      this.#options.log.error({ err: error }, "a request could not be answered");
      response.destroy();
    };
    try {
      route.serve(request, response)?.catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}
