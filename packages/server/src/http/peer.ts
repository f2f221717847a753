import { isIP } from "node:net";
import type { Peer } from "../rpc/call.js";
import { type Head, plainAddress } from "./gates.js";

/**
 * Who is calling. Anyone can write an X-Forwarded-For, so it is believed only from a proxy that
 * the operator named, and then only its last entry that is not such a proxy itself.
 */
export function peerOf(request: Head, trusted: readonly string[]): Peer {
  const languages = request.headers["accept-language"];
  const direct = plainAddress(request.socket.remoteAddress ?? "unknown");
  if (trusted.length === 0 || !trusted.includes(direct)) return { address: direct, languages };
  const header = request.headers["x-forwarded-for"] ?? "";
  const hops = String(header)
    .split(",")
    .map((hop) => plainAddress(hop.trim()));
  const client = hops.findLast((hop) => isIP(hop) !== 0 && !trusted.includes(hop));
  return { address: client ?? direct, languages };
}
