import { isUtf8 } from "node:buffer";
import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttps, type Server as HttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { errorEnvelope, RpcError } from "@pilothouse/protocol";
import type { Log } from "../log.js";
import type { Answer, Reply } from "../rpc/answer.js";
import { readBody } from "./body.js";
import type { TlsMaterial } from "./certificate.js";
import { type GateFacts, pass, type Refusal, tooLong } from "./gates.js";
import { peerOf } from "./peer.js";

const BODY_LIMIT = 1_048_576;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;
/** Over the limit a connection is still told so; this many over it, it is dropped unheard. */
const TOLD_OVER_LIMIT = 64;

/** The same on every reply. Replies are data for programs: nothing in them may run, be framed or kept. */
const HEADERS = [
  ["Content-Type", "application/json"],
  ["Cache-Control", "no-store"],
  ["X-Content-Type-Options", "nosniff"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
].flat();

const NOTHING_MORE: readonly string[] = [];
const NOT_TEXT = errorEnvelope("null", new RpcError("parse", "the body is not UTF-8"));

export interface EndpointOptions {
  readonly secure: boolean;
  readonly connectionLimit: number;
  readonly hostNames: () => ReadonlySet<string>;
  readonly trustedProxies: () => readonly string[];
  readonly serves: (path: string) => boolean;
  readonly answer: Answer;
  readonly log: Log;
}

/** One listening socket and what becomes of the requests that arrive at it. */
export class Endpoint {
  readonly #server: Server | HttpsServer;
  readonly #options: EndpointOptions;
  readonly #gates: GateFacts;
  readonly #overLimit = new WeakSet<object>();
  #connections = 0;
  #stopping = false;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#server = options.secure ? createHttps({ minVersion: "TLSv1.2" }) : createHttp();
    Object.assign(this.#server, {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxConnections: options.connectionLimit + TOLD_OVER_LIMIT,
    });
    this.#gates = {
      hostNames: options.hostNames,
      serves: options.serves,
      stopping: () => this.#stopping,
      overLimit: ({ socket }) => this.#overLimit.has(socket),
      bodyLimit: BODY_LIMIT,
    };
    this.#server.on(options.secure ? "secureConnection" : "connection", (socket) => this.#count(socket));
    this.#server.on("request", (request, response) => this.#handle(request, response));
  }

  /** Binds the port. Until `use` a TLS endpoint cannot complete a handshake. */
  async listen(host: string, port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    this.#server.on("error", (error) => this.#options.log.error({ err: error }, "an endpoint failed"));
  }

  /** The certificate to present from now on; connections that are open keep theirs. */
  use(material: TlsMaterial): void {
    if ("setSecureContext" in this.#server)
      this.#server.setSecureContext({ ...material, minVersion: "TLSv1.2" });
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
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  }

  #count(socket: { once(event: "close", listener: () => void): unknown }): void {
    this.#connections++;
    if (this.#connections > this.#options.connectionLimit) this.#overLimit.add(socket);
    socket.once("close", () => this.#connections--);
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const { log } = this.#options;
    // A connection that breaks shows as an error of the request; there is nobody left to answer.
    request.on("error", (error) => log.debug({ err: error }, "a request broke off"));
    const refusal = pass(request, this.#gates);
    if (refusal !== undefined) {
      refuse(request, response, refusal);
      return;
    }
    readBody(request, BODY_LIMIT, (body) => {
      if (body === undefined) refuse(request, response, tooLong(BODY_LIMIT));
      else if (!isUtf8(body)) send(response, 200, NOT_TEXT);
      else this.#answer(request, response, body.toString("utf8"));
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse, text: string): void {
    const { answer, trustedProxies, log } = this.#options;
    answer(text, peerOf(request, trustedProxies())).then(
      (reply) => this.#reply(response, reply),
      (error: unknown) => {
        log.error({ err: error }, "a request could not be answered");
        response.destroy();
      },
    );
  }

  #reply(response: ServerResponse, { text, retryAfter, afterwards }: Reply): void {
    // "close" comes after the answer has left and also when it no longer can.
    if (afterwards !== undefined) response.once("close", afterwards);
    const more = this.#stopping ? ["Connection", "close"] : NOTHING_MORE;
    if (retryAfter === undefined) send(response, 200, text, more);
    else send(response, 429, text, [...more, "Retry-After", String(retryAfter)]);
  }
}

/** The rest of a refused request is not read, so its connection cannot be used again. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, detail, headers }: Refusal,
): void {
  const error = new RpcError("refused", detail);
  const end = request.complete ? [] : ["Connection", "close"];
  send(response, status, errorEnvelope("null", error), [...(headers ?? []), ...end]);
}

function send(response: ServerResponse, status: number, text: string, more = NOTHING_MORE): void {
  response.writeHead(status, [...HEADERS, "Content-Length", String(Buffer.byteLength(text)), ...more]);
  response.end(text);
}
