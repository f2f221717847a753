import { X509Certificate } from "node:crypto";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { type ConnectionOptions, connect, type NatsConnection } from "@nats-io/transport-node";
import type { NKey } from "../keys/nkey.js";

/** Who dials. */
export interface Login {
  readonly key: NKey;
  readonly jwt: string;
}

/** How the bus proves that it is the right one. */
export type Trust =
  /** By exactly this certificate, with any names in it, or by one that this authority has signed (PEM). */
  | { readonly certificate: string }
  /** By an authority that the system knows. */
  | "system"
  /** Not at all: for the first contact, in which nothing secret is sent and the answer is signed by the fleet. */
  | "unchecked";

export interface Dialling {
  readonly addresses: readonly string[];
  readonly login: Login;
  readonly trust: Trust;
  readonly name: string;
  /** Whether the client dials again by itself, for ever, when the connection is lost; otherwise it is closed then. */
  readonly again?: boolean;
}

/** After a failure many nodes reconnect at once, and the server needs time for each. */
const HANDSHAKE_MS = 20_000;
/** A link that died without a word is found out after two of these. */
const PING_MS = 30_000;

/** One connection, to the first of the addresses that takes it. */
export const dial = ({ addresses, login, trust, name, again = false }: Dialling): Promise<NatsConnection> =>
  connect({
    servers: [...addresses],
    name,
    authenticator: (nonce?: string) => ({
      nkey: login.key.id,
      jwt: login.jwt,
      sig: login.key.sign(Buffer.from(nonce ?? "")).toString("base64url"),
    }),
    tls: tlsOptions(trust) as ConnectionOptions["tls"] & object,
    ...(again ? { maxReconnectAttempts: -1, ignoreAuthErrorAbort: true } : { reconnect: false }),
    noRandomize: true,
    ignoreClusterUpdates: true,
    inboxPrefix: `_INBOX.${login.key.id}`,
    timeout: HANDSHAKE_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    noAsyncTraces: true,
  });

/** The client hands these to Node's `tls.connect` as they are. */
function tlsOptions(trust: Trust): object {
  if (trust === "system") return {};
  if (trust === "unchecked") return { rejectUnauthorized: false };
  const known = new X509Certificate(trust.certificate).fingerprint256;
  return {
    ca: trust.certificate,
    // A certificate that is known itself needs no name: hubs move.
    checkServerIdentity: (host: string, presented: PeerCertificate) =>
      presented.fingerprint256 === known ? undefined : checkServerIdentity(host, presented),
  };
}
