import { X509Certificate } from "node:crypto";
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from "node:tls";

/** How the bus proves that it is the right one. */
export type Trust =
  /** By exactly this certificate, with any names in it, or by one that this authority has signed (PEM). */
  | { readonly certificate: string }
  /** By an authority that the system knows. */
  | "system";

/** The SHA-256 of a certificate (PEM, or its bytes). */
export const digestOf = (certificate: string | Buffer): Buffer =>
  Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(":", ""), "hex");

/** The same for TLS. */
export function peerOf(trust: Trust): ConnectionOptions {
  if (trust === "system") return { rejectUnauthorized: true };
  const known = new X509Certificate(trust.certificate).fingerprint256;
  return {
    rejectUnauthorized: true,
    ca: trust.certificate,
    // A certificate that is known itself needs no name: hubs move.
    checkServerIdentity: (host: string, presented: PeerCertificate) =>
      presented.fingerprint256 === known ? undefined : checkServerIdentity(host, presented),
  };
}

/** The other side is not a bus that can be trusted or understood; the message says what it did. Never a refusal. */
export class BusFault extends Error {
  override readonly name = "BusFault";
}
