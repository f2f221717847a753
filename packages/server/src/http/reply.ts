import type { IncomingMessage, ServerResponse } from "node:http";
import { errorEnvelope, RpcError } from "@pilothouse/protocol";
import type { Reply } from "../rpc/answer.js";
import type { Refusal } from "./gates.js";

/** On every reply. Replies are data for programs: nothing in them may run, be framed or kept. */
export const SAFE = [
  ["Cache-Control", "no-store"],
  ["X-Content-Type-Options", "nosniff"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
].flat();

export const NOTHING_MORE: readonly string[] = [];
/** A client that does not read its answer would hold a place for ever: Node has no limit for this. */
export const UNREAD_MS = 10_000;
export const KEEP_ALIVE_MS = 65_000;

/** To what is no request, as Node itself answers. */
export const refusedRaw = (status: string): string => `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`;
export const BAD_REQUEST = refusedRaw("400 Bad Request");

/** Ends a reply. The timeout runs only while nothing can be sent; a slow reader may take longer. */
export function end(response: ServerResponse, body?: string | Buffer): void {
  response.end(body);
  if (response.writableLength === 0) return;
  response.setTimeout(UNREAD_MS);
  // Before Node's own listener, which sets the time for which an idle connection is kept.
  response.prependOnceListener("finish", stopTheTime);
}

/** A request that came behind this one may still be waiting for its answer, for as long as that takes. */
function stopTheTime(this: ServerResponse): void {
  this.socket?.setTimeout(0);
}

export const JSON_HEADERS = ["Content-Type", "application/json", ...SAFE];

export function sendJson(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  more = NOTHING_MORE,
): void {
  response.writeHead(status, [...JSON_HEADERS, "Content-Length", String(Buffer.byteLength(body)), ...more]);
  end(response, body);
}

/** What answers a call: the status, and headers besides those of every JSON reply. */
export function replyHead({ retryAfter }: Reply, last: boolean): { status: number; more: readonly string[] } {
  const more = last ? LAST : NOTHING_MORE;
  if (retryAfter === undefined) return { status: 200, more };
  return { status: 429, more: [...more, "Retry-After", String(retryAfter)] };
}

const LAST: readonly string[] = ["Connection", "close"];

/** After a 400 both sides may disagree about what was read, and after a 503 the place is wanted by others. */
const ENDS: ReadonlySet<number> = new Set([400, 503]);

/** The rest of a refused request is not read, so its connection cannot be used again. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, detail, key, headers }: Refusal,
): void {
  const error = new RpcError("refused", detail, undefined, key && { key });
  const last = request.complete && !ENDS.has(status) ? [] : LAST;
  sendJson(response, status, errorEnvelope("null", error), [...(headers ?? []), ...last]);
}
