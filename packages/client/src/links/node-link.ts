import http from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import { ClientError } from "../client-error.js";
import {
  digits,
  networkError,
  secureSocket,
  type TlsTarget,
  type Trust,
  tlsTargetOf,
} from "./certificate.js";
import {
  boundedText,
  endpoint,
  LARGEST_REPLY,
  type Link,
  placeOf,
  type Reply,
  type SendOptions,
  seconds,
} from "./link.js";

export interface HttpLinkOptions extends Trust {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A Unix socket to connect to, instead of the address's host and port. */
  readonly socketPath?: string | undefined;
  /** The largest reply to accept, in bytes; 4 MiB by default. */
  readonly largestReply?: number | undefined;
  /** Requests under way at once; 8 by default. Java I2P resets connections beyond some 50. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for which an unused connection is kept; 4 s by default. */
  readonly idle?: number | undefined;
}

/** Idle connections are dropped before the server's own limit (5 s in Node, 90 s in Jetty) can meet a request. */
const IDLE = 4_000;

/** A server over HTTP(S), with kept connections. An https server must prove who it is: see `Trust`. */
export function httpLink(url: string | URL, options: HttpLinkOptions = {}): Link {
  const target = endpoint(url);
  if (options.fingerprint !== undefined) digits(options.fingerprint);
  if (target.protocol === "http:" && (options.fingerprint ?? options.ca) !== undefined)
    throw new ClientError("params", `${url} cannot prove who it is: it is http`);
  const { idle = IDLE } = options;
  const agent =
    target.protocol === "https:"
      ? new CheckedAgent(tlsTargetOf(target, options.socketPath), options, idle)
      : new http.Agent({ keepAlive: true, timeout: idle });
  const limited = atMost(options.concurrency ?? 8);
  const { largestReply = LARGEST_REPLY } = options;
  const once = (text: string, { signal, path, largest = largestReply }: SendOptions) =>
    limited(() => {
      signal.throwIfAborted();
      return exchange(placeOf(target, path), agent, text, signal, {
        ...options,
        largestReply: Math.min(largest, largestReply),
      });
    });
  return {
    async send(text: string, sending: SendOptions) {
      try {
        return await once(text, sending);
      } catch (error) {
        if (sending.repeatable && error instanceof ClientError && error.code === "ECONNRESET")
          return once(text, sending);
        throw error;
      }
    },
    close: () => agent.destroy(),
  };
}

/** An agent whose connections are handed out only after the server's certificate was judged. */
class CheckedAgent extends https.Agent {
  readonly #closing = new AbortController();

  constructor(
    readonly peer: TlsTarget,
    readonly trust: Trust,
    idle: number,
  ) {
    super({ keepAlive: true, timeout: idle });
  }

  override createConnection(
    _options: https.RequestOptions,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    secureSocket(this.peer, this.trust, this.#closing.signal).then(
      (socket) => callback?.(null, socket),
      (error) => (callback as ((error: Error) => void) | undefined)?.(error),
    );
  }

  override destroy(): void {
    this.#closing.abort();
    super.destroy();
  }
}

function exchange(
  target: URL,
  agent: http.Agent,
  text: string,
  signal: AbortSignal,
  { headers, socketPath, largestReply = LARGEST_REPLY }: HttpLinkOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { request } = target.protocol === "https:" ? https : http;
    const sent = request(target, {
      method: "POST",
      agent,
      signal,
      ...(socketPath === undefined ? {} : { socketPath }),
      headers: {
        Accept: "application/json",
        ...headers,
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(text),
      },
    });
    const failed = (error: NodeJS.ErrnoException) => reject(failure(error));
    sent.once("error", failed);
    sent.once("response", (response) => {
      const { statusCode: status, headers } = response;
      boundedText(response, largestReply).then(
        (text) =>
          resolve({ text, status, retryAfter: seconds(headers["retry-after"]), location: headers.location }),
        failed,
      );
    });
    // i2pd wants header and body in one piece, which is how Node sends a string given at the end.
    sent.end(text);
  });
}

/** The HTTP parser's codes begin with HPE: something answered, and it was not HTTP. */
function failure(error: NodeJS.ErrnoException): ClientError {
  if (error instanceof ClientError) return error;
  if (error.code?.startsWith("HPE_"))
    return new ClientError("protocol", `the reply is not HTTP: ${error.message}`, {
      code: error.code,
      cause: error,
    });
  return networkError(error);
}

/** Lets this many run at once; the others wait in line. */
function atMost(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The place is passed on directly, so that a request that comes now cannot overtake those that wait.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
