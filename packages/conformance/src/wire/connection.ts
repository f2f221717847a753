import { isIP, type Socket, connect as tcp } from "node:net";
import { type SecureVersion, connect as tls } from "node:tls";
import { type HttpReply, headerOf, Malformed, ReplyReader, Unusable } from "./reply.js";

export interface Limits {
  /** Milliseconds for a whole exchange, however busily the server sends. */
  readonly timeout: number;
  /** The longest reply that is taken, in bytes. */
  readonly maxReply: number;
}

export interface Exchange {
  /** What is sent, each part as one piece on the wire. */
  readonly parts: readonly Buffer[];
  /** Called when all parts are on their way. */
  readonly sent?: () => void;
  /** How many replies are waited for; what is sent goes out again after each that leaves the connection open. */
  readonly replies?: number;
  /** Waits for the server to close the connection, within the limits. */
  readonly untilClosed?: boolean;
  readonly verb?: string;
  readonly tls?: { readonly maxVersion: SecureVersion };
}

export interface Outcome {
  readonly replies: readonly HttpReply[];
  /** Why there is no reply, or no whole one. */
  readonly trouble?: string;
  /** What came is no HTTP. */
  readonly malformed: boolean;
  /** The time was up. */
  readonly late: boolean;
  /** The server has closed the connection by itself. */
  readonly closed: boolean;
}

/** A server that was asked to close gets this long before the kit does it. */
const LINGER_MS = 100;
/** Between two parts, so that they arrive as two. */
const GAP_MS = 15;

const CONNECT_ERRORS: { readonly [code: string]: string } = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed while the request was sent",
  ENOTFOUND: "there is no such host",
  EHOSTUNREACH: "the host cannot be reached",
};

function open(url: URL, exchange: Exchange): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = url.protocol === "https:";
  const port = Number(url.port || (secure ? 443 : 80));
  if (!secure) return tcp({ host, port });
  // Any certificate and any age of TLS will do: what is judged is the interface behind it.
  return tls({
    host,
    port,
    rejectUnauthorized: false,
    minVersion: "TLSv1",
    ciphers: "DEFAULT@SECLEVEL=0",
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...exchange.tls,
  });
}

/** Sends on one new connection, and takes what comes back within the limits. It never rejects. */
export function converse(
  url: URL,
  exchange: Exchange,
  limits: Limits,
  signal?: AbortSignal,
): Promise<Outcome> {
  const wanted = exchange.replies ?? 1;
  return new Promise((resolve) => {
    const reader = new ReplyReader(limits.maxReply, exchange.verb);
    const socket = open(url, exchange);
    let [malformed, late] = [false, false];
    let lingering: NodeJS.Timeout | undefined;
    const settle = (trouble: string | undefined, closed: boolean) => {
      clearTimeout(deadline);
      clearTimeout(lingering);
      signal?.removeEventListener("abort", interrupt);
      socket.removeAllListeners();
      socket.on("error", () => {});
      socket.destroy();
      const withTrouble = trouble !== undefined && { trouble };
      resolve({ replies: reader.replies, closed, malformed, late, ...withTrouble });
    };
    const guarded = (work: () => void) => {
      try {
        work();
      } catch (error) {
        if (!(error instanceof Unusable)) throw error;
        const last = reader.replies.at(-1);
        if (last === undefined || reader.replies.length < wanted) {
          malformed = error instanceof Malformed;
          return settle(error.message, false);
        }
        last.flaws.push("more bytes follow the reply");
        settle(undefined, false);
      }
    };
    const interrupt = () => settle("the run was interrupted", false);
    const deadline = setTimeout(() => {
      if (reader.replies.length >= wanted) return settle(undefined, false);
      late = true;
      const part = reader.rest.length > 0 ? "the reply was not complete" : "there was no reply";
      settle(`${part} after ${limits.timeout} ms`, false);
    }, limits.timeout);
    signal?.addEventListener("abort", interrupt, { once: true });
    const write = async () => {
      for (const [at, part] of exchange.parts.entries()) {
        // A busy process whose time is up reads first: a server in it must see two packets.
        if (at > 0) await new Promise((next) => setTimeout(() => setImmediate(next), GAP_MS));
        if (socket.destroyed || !socket.writable) return;
        socket.write(part, at === exchange.parts.length - 1 ? () => exchange.sent?.() : undefined);
      }
    };
    socket.setNoDelay(true);
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => void write());
    socket.on("data", (piece: Buffer) =>
      guarded(() => {
        const before = reader.replies.length;
        reader.push(piece);
        const got = reader.replies.length;
        if (got < wanted && got > before && staysOpen(reader.replies.at(-1))) void write();
        if (got >= wanted && exchange.untilClosed !== true)
          lingering ??= setTimeout(() => settle(undefined, false), LINGER_MS);
      }),
    );
    const ended = () =>
      guarded(() => {
        reader.end();
        const got = reader.replies.length;
        settle(got >= wanted ? undefined : closedAfter(got), true);
      });
    socket.on("end", ended);
    socket.on("close", ended);
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (reader.replies.length >= wanted) return settle(undefined, true);
      settle(
        CONNECT_ERRORS[error.code ?? ""] ?? `the connection failed: ${error.message.slice(0, 200)}`,
        true,
      );
    });
    if (signal?.aborted) interrupt();
  });
}

const staysOpen = (reply: HttpReply | undefined): boolean =>
  reply?.version === "1.1" && !/close/i.test(headerOf(reply, "connection") ?? "");

const closedAfter = (got: number): string =>
  got === 0 ? "the connection was closed without a reply" : `the connection was closed after ${got} replies`;
