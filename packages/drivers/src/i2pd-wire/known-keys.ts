import type { DetailKey, InfoKey } from "@pilothouse/protocol";
import { has } from "./quirks.js";
import type { Version } from "./version.js";

/** Information keys that every version answers. A key that i2pd does not know spoils its JSON. */
export const ALWAYS_KNOWN = [
  "router.version",
  "router.uptime",
  "router.net.status",
  "router.netdb.knownpeers",
  "router.netdb.activepeers",
  "router.net.tunnels.participating",
  "router.net.tunnels.successrate",
  "router.net.bw.inbound.1s",
  "router.net.bw.inbound.15s",
  "router.net.bw.outbound.1s",
  "router.net.bw.outbound.15s",
  "router.net.total.received.bytes",
  "router.net.total.sent.bytes",
] as const satisfies readonly InfoKey[];

/** Those that versions after 2.59 answer besides. */
export const moreKeys = [
  "router.net.bw.transit.15s",
  "router.net.transit.sent.bytes",
  "router.net.tunnels.inbound",
  "router.net.tunnels.outbound",
  "router.net.tunnels.totalsuccessrate",
  "router.net.tunnels.queue",
  "router.net.tunnels.tbmqueue",
  "router.netdb.floodfills",
  "router.netdb.leasesets",
] as const satisfies readonly InfoKey[];

/** Those that this version answers besides. */
export const alsoKnown = (version: Version): readonly (typeof moreKeys)[number][] =>
  has(version, "moreKeys") ? moreKeys : [];

/** What newer versions report with the status, for IPv4 or IPv6. */
export const besideStatus = (family: "" | ".v6" = "") => ({
  error: `router.net.error${family}` as const,
  testing: `router.net.testing${family}` as const,
});

const OF_STATUS: readonly DetailKey[] = [
  "router.net.status.v6",
  ...(["", ".v6"] as const).flatMap((family) => Object.values(besideStatus(family))),
];
export const isOfStatus = (key: DetailKey): boolean => OF_STATUS.includes(key);
