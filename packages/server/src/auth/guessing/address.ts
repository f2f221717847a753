import { isIPv4, isIPv6 } from "node:net";
import { isLoopbackAddress } from "@pilothouse/system";

/** What all addresses of this machine's own count as. Through a tunnel everybody comes from here. */
export const LOOPBACK = "loopback";

/** All whom proxies of the operator report as loopback, and all whom a proxy on this machine does not name. */
const FORWARDED_LOOPBACK = "forwarded loopback";

/** Where a caller is, according to the carrier. */
export interface Origin {
  readonly address: string;
  /**
   * Set when a proxy passed the request on. "believed": a proxy of the operator did, and the address is the one that it
   * reports, or its own. "claimed": the request only says so, and the address is that of the connection.
   */
  readonly forwarded?: "believed" | "claimed" | undefined;
}

/** Whether a caller comes from this machine, or by a tunnel that ends on it. What was forwarded never does. */
export const isFromLoopback = (origin: Origin): boolean =>
  origin.forwarded === undefined && countedAs(origin) === LOOPBACK;

/**
 * Which callers count as one. A header that anyone can write never moves a caller out of the group of its
 * connection; what a proxy of the operator reports does, but not into the group of this machine.
 */
export function countedAs({ address, forwarded }: Origin): string {
  const group = groupOf(address);
  return group === LOOPBACK && forwarded === "believed" ? FORWARDED_LOOPBACK : group;
}

/**
 * Which addresses count as one: all of loopback; a whole /64 of IPv6, which one household has; and one IPv4 address in
 * all its notations and translations.
 */
function groupOf(address: string): string {
  const [bare = ""] = address.split("%");
  if (isLoopbackAddress(bare)) return LOOPBACK;
  if (!isIPv6(address)) return address;
  const groups = groupsOf(bare);
  const last = groups.slice(6);
  if (MAPPED.some((prefix) => prefix.every((group, n) => group === groups[n])))
    return last.flatMap((group) => [group >> 8, group & 0xff]).join(".");
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

/** An IPv4 address at an IPv6 socket (::ffff:0:0/96), or behind a NAT64 (64:ff9b::/96), which never is loopback. */
const MAPPED: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

/** The eight groups of an IPv6 address. The last two may be written as IPv4. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const left = numbersOf(head);
  const right = tail === undefined ? [] : numbersOf(tail);
  return [...left, ...Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right];
}

const numbersOf = (part: string): number[] =>
  part === ""
    ? []
    : part.split(":").flatMap((group) => {
        if (!isIPv4(group)) return [Number.parseInt(group, 16)];
        const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
        return [a * 256 + b, c * 256 + d];
      });
