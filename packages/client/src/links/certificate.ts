import { isIP } from "node:net";
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { ClientError } from "../client-error.js";
import { type CallOptions, within } from "../limits.js";
import { endpoint } from "./link.js";

/** How a server proves who it is: by an authority, or by being the very certificate that is known. */
export interface Trust {
  /** Authorities to believe instead of the system's, as PEM. */
  readonly ca?: string | readonly string[] | undefined;
  /** SHA-256 of the one certificate to accept, 64 hex digits, with or without colons. */
  readonly fingerprint?: string | undefined;
}

export interface Certificate {
  /** SHA-256, as `openssl x509 -fingerprint -sha256` prints it. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly issuer: string;
  readonly names: readonly string[];
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Why the system's authorities do not vouch for it; absent when they do. */
  readonly untrusted?: string;
}

export interface TlsTarget {
  readonly host: string;
  readonly port: number;
  /** A Unix socket to connect to instead. */
  readonly socketPath?: string | undefined;
}

export const tlsTargetOf = (target: URL, socketPath?: string): TlsTarget => ({
  // An IPv6 address is in brackets only in a URL.
  host: target.hostname.replace(/^\[(.*)\]$/, "$1"),
  port: Number(target.port) || (target.protocol === "https:" ? 443 : 80),
  socketPath,
});

/**
 * Of all connections to a certificate that is known: some servers want a new one for each request. No authority is
 * believed here: Node would otherwise first read those of the whole web.
 */
let pinning: SecureContext | undefined;

/** A checked connection: it resolves only when the server has proved who it is, and nothing was sent yet. */
export async function secureSocket(peer: TlsTarget, { ca, fingerprint }: Trust, signal: AbortSignal) {
  const pin = fingerprint === undefined ? undefined : digits(fingerprint);
  if (pin === undefined) return handshake(peer, signal, { ...(ca === undefined ? {} : { ca: [ca].flat() }) });
  pinning ??= createSecureContext({ ca: [] });
  const socket = await handshake(peer, signal, { secureContext: pinning, rejectUnauthorized: false });
  const presented = socket.getPeerX509Certificate()?.fingerprint256;
  if (presented !== undefined && digits(presented) === pin) return socket;
  socket.destroy();
  throw new ClientError("tls", `the server presents another certificate than the known one: ${presented}`, {
    code: "FINGERPRINT_MISMATCH",
    data: { fingerprint: presented },
  });
}

/** The certificate that a server presents, got by a handshake alone: no request is sent. */
export async function peekCertificate(
  url: string | URL,
  { timeout = 10_000, signal, socketPath }: CallOptions & { readonly socketPath?: string | undefined } = {},
): Promise<Certificate> {
  const target = endpoint(url);
  if (target.protocol !== "https:") throw new ClientError("params", `${url} has no certificate: it is http`);
  return within({ timeout, signal }, async (stop) => {
    const socket = await handshake(tlsTargetOf(target, socketPath), stop, { rejectUnauthorized: false });
    const { authorized, authorizationError } = socket;
    const peer = socket.getPeerCertificate();
    socket.destroy();
    return {
      fingerprint: peer.fingerprint256,
      subject: described(peer.subject),
      issuer: described(peer.issuer),
      names: peer.subjectaltname?.split(", ") ?? [],
      validFrom: new Date(peer.valid_from),
      validTo: new Date(peer.valid_to),
      ...(authorized ? {} : { untrusted: reason(authorizationError) }),
    };
  });
}

/** Hex digits of a fingerprint, or an error that says what one looks like. */
export function digits(fingerprint: string): string {
  const hex = fingerprint
    .replace(/^sha-?256[:=]/i, "")
    .replaceAll(":", "")
    .toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hex)) return hex;
  throw new ClientError("params", "a fingerprint is the SHA-256 of a certificate: 64 hex digits");
}

/** The caller has a limit of its own; this one ends a connection that no caller waits for any more. */
const SILENCE = 10_000;

function handshake(
  { host, port, socketPath }: TlsTarget,
  signal: AbortSignal,
  options: ConnectionOptions,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    let reached = false;
    const socket = connect({
      ...options,
      ...(socketPath === undefined ? { host, port } : { path: socketPath }),
      ...(isIP(host) ? {} : { servername: host }),
      ALPNProtocols: ["http/1.1"],
    });
    const stop = () => socket.destroy(new ClientError("aborted", "the connection is not wanted any more"));
    const silent = () => socket.destroy(new ClientError("timeout", "no TLS handshake"));
    const settle = () => {
      signal.removeEventListener("abort", stop);
      // With its listener: the agent sets a timeout of its own on a kept connection.
      socket.setTimeout(0, silent);
      socket.off("error", failed);
    };
    const failed = (error: NodeJS.ErrnoException) => {
      settle();
      reject(error instanceof ClientError ? error : connectionError(error, reached));
    };
    signal.addEventListener("abort", stop, { once: true });
    socket.once("connect", () => {
      reached = true;
    });
    socket.once("error", failed);
    socket.setTimeout(SILENCE, silent);
    socket.once("secureConnect", () => {
      settle();
      resolve(socket);
    });
    if (signal.aborted) stop();
  });
}

/** A failure of a server that was reached is one of TLS, unless the connection itself broke. */
function connectionError(error: NodeJS.ErrnoException, reached: boolean): ClientError {
  const { code } = error;
  if (!reached || code === "ECONNRESET" || code === "EPIPE") return networkError(error);
  return new ClientError("tls", `no trusted TLS connection: ${code ?? error.message}`, {
    code,
    cause: error,
  });
}

/** Node leaves the message empty where several addresses of one name failed. */
export const networkError = (error: NodeJS.ErrnoException): ClientError =>
  new ClientError("network", error.message || `no connection: ${error.code}`, {
    code: error.code,
    cause: error,
  });

const described = (name: object | undefined): string =>
  Object.entries(name ?? {})
    .map(([part, value]) => `${part}=${value}`)
    .join(", ");

const reason = (error: Error | string | undefined): string =>
  typeof error === "string" ? error : ((error as NodeJS.ErrnoException | undefined)?.code ?? String(error));
