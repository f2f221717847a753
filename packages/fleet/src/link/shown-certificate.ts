import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { DetailedPeerCertificate, TLSSocket } from "node:tls";
import { HANDSHAKE_MS } from "./dial.js";
import { openEncrypted } from "./encrypted.js";
import { BusFault, digestOf } from "./trust.js";

/**
 * The certificate (PEM) with this SHA-256, as the first of these servers shows it: its own, or one of those that vouch
 * for it. Nothing is sent; with the certificate, the server can be dialled and judged.
 */
export async function shownCertificate(addresses: readonly string[], fingerprint: Buffer): Promise<string> {
  let fault: Error = new BusFault("there is no address of a bus");
  for (const address of addresses)
    try {
      const found = (await chainAt(address)).find((one) => digestOf(one.raw).equals(fingerprint));
      if (found !== undefined) return found.toString();
      fault = new BusFault(UNKNOWN);
    } catch (error) {
      fault = error as Error;
    }
  throw fault;
}

async function chainAt(address: string): Promise<X509Certificate[]> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "");
  const ending = new AbortController();
  const late = new BusFault(`the bus does not answer within ${HANDSHAKE_MS / 1_000} s`);
  const timer = setTimeout(() => ending.abort(late), HANDSHAKE_MS);
  try {
    const place = { hostname: host, port: Number(port), tlsName: isIP(host) === 0 ? host : "" };
    const { socket } = await openEncrypted(place, { rejectUnauthorized: false }, ending.signal);
    const chain = chainOf(socket);
    socket.destroy();
    return chain;
  } finally {
    clearTimeout(timer);
  }
}

function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const seen = new Set<DetailedPeerCertificate>();
  let one: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (one?.raw !== undefined && !seen.has(one)) {
    seen.add(one);
    chain.push(new X509Certificate(one.raw));
    one = one.issuerCertificate;
  }
  return chain;
}

const UNKNOWN =
  "the server shows another certificate than the invitation names; if an authority of your own has signed it (hub.bus_ca), its certificate must be at the end of the server's cert_file";
