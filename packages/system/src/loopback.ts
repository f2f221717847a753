import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** The addresses of loopback; those of IPv4 also as IPv6 writes them (::ffff:127.0.0.1). */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Whether only this machine is reached by this host, with or without the brackets of a URL. */
export const isLoopback = (host: string): boolean => host === "localhost" || isLoopbackAddress(bare(host));

/** The same for a bare address. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  // Asked for every connection; a `BlockList` takes 6 µs.
  return family === 4 ? address.startsWith("127.") : family === 6 && LOOPBACK.check(address, "ipv6");
}

/** Whether a host means every address that this machine has. */
export const isEveryAddress = (host: string): boolean => host === "0.0.0.0" || bare(host) === "::";

/** Whether a host is this machine without any doubt: loopback, or an address of one of its interfaces. */
export const isThisMachine = (host: string): boolean =>
  isLoopback(host) ||
  Object.values(networkInterfaces()).some((ones) => ones?.some(({ address }) => address === bare(host)));

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/** The authority of a URL that reaches what listens on `host`. */
export function reachedAt(host: string, port: number | string): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : bare(host) === "::" ? "::1" : bare(host);
  return `${name.includes(":") ? `[${name}]` : name}:${port}`;
}
