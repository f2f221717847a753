import { isIP } from "node:net";
import type { Peer } from "../rpc/call.js";
import { type Head, plainAddress } from "./gates.js";

/**
 * What proxies add to a request, the last one by an HTTP tunnel of I2P. Anyone can write these, so by themselves they
 * can only take rights away.
 */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip", "via", "x-i2p-desthash"] as const;

/**
 * Who is calling. Anyone can write an X-Forwarded-For, so it is believed only from a proxy that the operator
 * configured, and then only its last entry that is not such a proxy itself: earlier entries came from the client.
 * When that entry cannot be read, the proxy's own address is used.
 */
export function peerOf(request: Head, trusted: readonly string[]): Peer {
  const { "accept-language": languages, "user-agent": agent } = request.headers;
  const { socket } = request;
  const direct = plainAddress(socket.remoteAddress ?? "unknown");
  const caller = { languages, agent, hasLeft: () => socket.destroyed };
  if (!FORWARDING.some((name) => request.headers[name] !== undefined)) return { ...caller, address: direct };
  if (!trusted.includes(direct)) return { ...caller, address: direct, forwarded: "claimed" };
  return { ...caller, address: reported(request, trusted) ?? direct, forwarded: "believed" };
}

function reported({ headers }: Head, trusted: readonly string[]): string | undefined {
  const hops = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map(addressIn);
  return hops.findLast((hop) => hop === undefined || !trusted.includes(hop));
}

/** "192.0.2.1", "192.0.2.1:51234", "2001:db8::1", "[2001:db8::1]" or "[2001:db8::1]:51234". */
const ENTRY = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+|(.+))$/;

function addressIn(entry: string): string | undefined {
  const [, bracketed, withPort, bare] = ENTRY.exec(entry.trim()) ?? [];
  const address = plainAddress(bracketed ?? withPort ?? bare ?? "");
  return isIP(address) === 0 ? undefined : address;
}
