import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { TLSSocket } from "node:tls";

/** The part of a request that is checked before its body. The fast path takes no header twice, so it has no raw ones. */
export type Head = Pick<IncomingMessage, "headers" | "socket"> &
  Partial<Pick<IncomingMessage, "rawHeaders" | "url">>;

/** A request that is refused before its body is read. */
export interface Refusal {
  readonly status: number;
  readonly detail: string;
  /** The setting that could admit it, for programs. */
  readonly key?: "http.allowed_hosts" | "http.allowed_origins";
  readonly headers?: readonly string[];
}

export interface GateFacts {
  /** Names under which this service may be addressed, in lower case. */
  readonly hostNames: () => ReadonlySet<string>;
  /** Origins of other sites whose pages may call. */
  readonly allowedOrigins: () => ReadonlySet<string>;
  readonly stopping: () => boolean;
  readonly overLimit: (request: Head) => boolean;
  readonly bodyLimit: number;
}

type Gate = (request: Head, facts: GateFacts) => Refusal | undefined;

/** Every request to every route passes these, cheapest first; each is named for what it keeps out. */
export const GATES: readonly Gate[] = [
  stoppingOrFull /* overload */,
  saysOneThing /* a proxy that read the same request differently */,
  hostIsOurs /* DNS rebinding */,
  sameOrigin /* another site's page */,
  notCompressed /* decompression bombs */,
  notTooLong /* exhaustion of memory */,
];

export function pass(request: Head, facts: GateFacts): Refusal | undefined {
  for (const gate of GATES) {
    const refusal = gate(request, facts);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function stoppingOrFull(request: Head, facts: GateFacts): Refusal | undefined {
  if (facts.stopping()) return { status: 503, detail: "the service is shutting down" };
  if (facts.overLimit(request)) return { status: 503, detail: "too many connections" };
  return undefined;
}

/** Headers that a request may have only once. Node takes the first or the last of some, and joins others. */
const ONCE: ReadonlySet<string> = new Set([
  ...["host", "content-length", "transfer-encoding", "content-encoding", "content-type"],
  ...["origin", "sec-fetch-site", "authorization"],
]);

/** RFC 9112, 3.2: one Host, which is that of the target if the target has one. */
function saysOneThing({ headers, rawHeaders, url = "" }: Head): Refusal | undefined {
  if (rawHeaders === undefined) return undefined;
  const seen = new Set<string>();
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = (rawHeaders[n] ?? "").toLowerCase();
    if (ONCE.has(name) && seen.has(name)) return { status: 400, detail: `${rawHeaders[n]} is there twice` };
    seen.add(name);
  }
  const [, authority] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined || authority.toLowerCase() === headers.host?.toLowerCase()) return undefined;
  return { status: 400, detail: "Host is not that of the request's target" };
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * A page that rebinds its own name to our address still sends that name. An IP address in its
 * place cannot be rebound, but only our own makes sense.
 */
function hostIsOurs(request: Head, { hostNames }: GateFacts): Refusal | undefined {
  const name = hostOf(request.headers.host ?? "");
  if (hostNames().has(name)) return undefined;
  if (isIP(name) !== 0 && name === plainAddress(request.socket.localAddress ?? "")) return undefined;
  const key = "http.allowed_hosts";
  return { status: 403, key, detail: `Host names another service; ${key} can add it` };
}

/** Clients that are no browsers send no Origin; a page of ours sends the origin it came from. */
function sameOrigin(request: Head, facts: GateFacts): Refusal | undefined {
  const { origin } = request.headers;
  if (allowedOrigin(request, facts) !== undefined) return undefined;
  const site = request.headers["sec-fetch-site"];
  const foreign = origin !== undefined && origin !== ownOrigin(request);
  if (!foreign && (site === undefined || site === "same-origin" || site === "none")) return undefined;
  const key = "http.allowed_origins";
  return { status: 403, key, detail: `Origin is another site's; ${key} can add it` };
}

/** The origin of a page of another site that the operator lets call. */
export function allowedOrigin({ headers }: Head, { allowedOrigins }: GateFacts): string | undefined {
  const { origin } = headers;
  return origin !== undefined && allowedOrigins().has(origin) ? origin : undefined;
}

/** Where a page of ours that sends this request would have come from. */
export function ownOrigin(request: Head): string {
  const scheme = (request.socket as Partial<TLSSocket>).encrypted ? "https" : "http";
  return `${scheme}://${request.headers.host}`;
}

function notCompressed({ headers }: Head): Refusal | undefined {
  const encoding = headers["content-encoding"];
  return encoding === undefined || encoding === "identity"
    ? undefined
    : { status: 415, detail: "the body must not be compressed" };
}

function notTooLong({ headers }: Head, { bodyLimit }: GateFacts): Refusal | undefined {
  return Number(headers["content-length"] ?? 0) > bodyLimit ? tooLong(bodyLimit) : undefined;
}

export const tooLong = (bodyLimit: number): Refusal => ({
  status: 413,
  detail: `the body is over ${bodyLimit} bytes`,
});

/** The host of a Host header in lower case, without port and brackets. The last one is remembered: most are the same. */
function hostOf(header: string): string {
  if (header !== last.header) {
    const [, bracketed, name] = HOST.exec(header.toLowerCase()) ?? [];
    last = { header, host: bracketed ?? name ?? "" };
  }
  return last.host;
}

let last = { header: "", host: "" };

/** Nothing but a port may follow: "[::1]evil.example" is no address of ours. */
const HOST = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/** An IPv4 address that reached an IPv6 socket, as IPv4. */
export const plainAddress = (address: string): string =>
  address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
