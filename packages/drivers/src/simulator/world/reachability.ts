import { BlockList, isIPv4 } from "node:net";
import { NET_STATUS, type NetStatus } from "@pilothouse/protocol";
import type { InForce } from "../configuration.js";

type StatusName = (typeof NET_STATUS)[NetStatus]["name"];

export const CODES = Object.fromEntries(
  Object.entries(NET_STATUS).map(([code, { name }]) => [name, Number(code)]),
) as { readonly [name in StatusName]: NetStatus };

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  PRIVATE.addSubnet(net, bits);

const isPrivate = (host: string | undefined): boolean =>
  host !== undefined && isIPv4(host) && PRIVATE.check(host);

/** The simulated router is behind a home router. UPnP opens it, or its owner does and then sets the host name. */
const isClosed = ({ upnp, ntcpHost, ssuHost }: InForce): boolean =>
  !upnp && ntcpHost === undefined && ssuHost === undefined;

/** The possible results of a reachability test; the first that holds counts. */
const FINDINGS: readonly (readonly [StatusName, (settings: InForce) => boolean])[] = [
  ["HIDDEN", ({ hidden }) => hidden],
  ["ERROR_UDP_DISABLED_AND_TCP_UNSET", ({ udp, ntcpHost }) => !udp && ntcpHost === undefined],
  ["ERROR_PRIVATE_TCP_ADDRESS", ({ ntcpHost }) => isPrivate(ntcpHost)],
  ["WARN_FIREWALLED_AND_FLOODFILL", (settings) => isClosed(settings) && settings.floodfill],
  ["FIREWALLED", isClosed],
];

export const reachability = (settings: InForce): NetStatus =>
  CODES[FINDINGS.find(([, holds]) => holds(settings))?.[0] ?? "OK"];

/** How much of the tunnels that others would build through this router can be, from 0 to 1. */
export function openness(status: NetStatus): number {
  if (status === CODES.OK) return 1;
  return status === CODES.FIREWALLED || status === CODES.WARN_FIREWALLED_AND_FLOODFILL ? 0.4 : 0;
}
