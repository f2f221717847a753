import { reads, type ValueDefinition } from "../../kernel/shapes.js";
import { amount, code, count, flag, line, text, type ValueOf } from "../../value-types/value-types.js";
import { ROUTER_DETAILS } from "./router-details.js";

/** Network status codes, as in `svc.router.net.status`. */
export const NET_STATUS = {
  0: { name: "OK" },
  1: { name: "TESTING" },
  2: { name: "FIREWALLED" },
  3: { name: "HIDDEN" },
  4: { name: "WARN_FIREWALLED_AND_FAST" },
  5: { name: "WARN_FIREWALLED_AND_FLOODFILL" },
  6: { name: "WARN_FIREWALLED_WITH_INBOUND_TCP" },
  7: { name: "WARN_FIREWALLED_WITH_UDP_DISABLED" },
  8: { name: "ERROR_I2CP" },
  9: { name: "ERROR_CLOCK_SKEW" },
  10: { name: "ERROR_PRIVATE_TCP_ADDRESS" },
  11: { name: "ERROR_SYMMETRIC_NAT" },
  12: { name: "ERROR_UDP_PORT_IN_USE" },
  13: { name: "ERROR_NO_ACTIVE_PEERS_CHECK_CONNECTION_AND_FIREWALL" },
  14: { name: "ERROR_UDP_DISABLED_AND_TCP_UNSET" },
} as const;

export type NetStatus = keyof typeof NET_STATUS;

interface InfoDefinition extends ValueDefinition {
  /** The value of a router that does not run; without one, the service itself supplies the value. */
  readonly stopped?: number | boolean;
  /** Only some routers report it; one that does not is not faulty. */
  readonly optional?: true;
}

const LONGEST_VERSION = 64;
const LONGEST_STATUS = 500;

/** A figure that only some routers have. */
const SOME = { stopped: 0, extension: true, optional: true } as const;

/** What can be asked of a router. On the wire each key is prefixed with `svc.`. */
export const ROUTER_INFO = {
  "router.status": { type: text, description: "Status for people, in the caller's language." },
  "router.status.own": {
    type: line(LONGEST_STATUS),
    description: "What the router itself says of its state, in its own language; empty while it is away.",
    extension: true,
    optional: true,
  },
  "router.uptime": {
    type: count,
    unit: "ms",
    description: "Milliseconds since the router started.",
    stopped: 0,
  },
  "router.version": { type: line(LONGEST_VERSION), description: "Full version of the router." },
  "router.net.status": { type: code(NET_STATUS), description: "Network status code.", stopped: 13 },
  "router.net.bw.inbound.1s": {
    type: amount,
    unit: "B/s",
    description: "Inbound bandwidth now, bytes per second.",
    stopped: 0,
  },
  "router.net.bw.inbound.15s": {
    type: amount,
    unit: "B/s",
    description: "Inbound bandwidth over the last 15 seconds, bytes per second.",
    stopped: 0,
  },
  "router.net.bw.outbound.1s": {
    type: amount,
    unit: "B/s",
    description: "Outbound bandwidth now, bytes per second.",
    stopped: 0,
  },
  "router.net.bw.outbound.15s": {
    type: amount,
    unit: "B/s",
    description: "Outbound bandwidth over the last 15 seconds, bytes per second.",
    stopped: 0,
  },
  "router.net.tunnels.participating": {
    type: count,
    description: "Tunnels of others that pass through this router.",
    stopped: 0,
  },
  "router.netdb.knownpeers": { type: count, description: "Known routers, this one excluded.", stopped: 0 },
  "router.netdb.activepeers": { type: count, description: "Routers talked to lately.", stopped: 0 },
  "router.netdb.fastpeers": { type: count, description: "Routers classified as fast.", stopped: 0 },
  "router.netdb.highcapacitypeers": {
    type: count,
    description: "Routers classified as of high capacity.",
    stopped: 0,
  },
  "router.netdb.isreseeding": { type: flag, description: "Whether a reseed is in progress.", stopped: false },
  "router.net.tunnels.successrate": {
    type: amount,
    unit: "%",
    description: "Share of tunnel builds that succeed, in percent.",
    stopped: 0,
    extension: true,
  },
  "router.net.total.received.bytes": {
    type: amount,
    unit: "B",
    description: "Bytes received since the router started.",
    stopped: 0,
    extension: true,
  },
  "router.net.total.sent.bytes": {
    type: amount,
    unit: "B",
    description: "Bytes sent since the router started.",
    stopped: 0,
    extension: true,
  },
  "router.net.bw.transit.15s": {
    type: amount,
    unit: "B/s",
    description: "Traffic of others over the last 15 seconds, bytes per second.",
    ...SOME,
  },
  "router.net.transit.sent.bytes": {
    type: amount,
    unit: "B",
    description: "Bytes sent for others since the router started.",
    ...SOME,
  },
  "router.net.tunnels.inbound": { type: count, description: "Inbound tunnels of this router.", ...SOME },
  "router.net.tunnels.outbound": { type: count, description: "Outbound tunnels of this router.", ...SOME },
  "router.net.tunnels.totalsuccessrate": {
    type: amount,
    unit: "%",
    description: "Share of tunnel builds that succeeded since the router started, in percent.",
    ...SOME,
  },
  "router.net.tunnels.queue": { type: count, description: "Tunnel requests that wait.", ...SOME },
  "router.net.tunnels.tbmqueue": { type: count, description: "Tunnel build messages that wait.", ...SOME },
  "router.netdb.floodfills": { type: count, description: "Known floodfill routers.", ...SOME },
  "router.netdb.leasesets": { type: count, description: "Known lease sets.", ...SOME },
} as const satisfies Record<string, InfoDefinition>;

export type InfoKey = keyof typeof ROUTER_INFO;
export type Info = { readonly [K in InfoKey]: ValueOf<(typeof ROUTER_INFO)[K]["type"]> };
export const INFO_KEYS = Object.keys(ROUTER_INFO) as readonly InfoKey[];

/** What a router that does not run has: nothing flows, no peer is active. Texts have no such value. */
export const STOPPED_INFO = Object.fromEntries(
  Object.entries(ROUTER_INFO).flatMap(([key, row]) => ("stopped" in row ? [[key, row.stopped]] : [])),
) as Partial<Omit<Info, "router.status">>;

/** The definition with its optional facts visible, for code that works over all of them. */
export const infoDefinition = (key: InfoKey): InfoDefinition => ROUTER_INFO[key];

/** What can be asked of a router, as a method. */
export const METHODS = {
  RouterInfo: reads(
    "Returns the requested keys; keys that the router does not know are left out.",
    ROUTER_INFO,
    ROUTER_DETAILS,
  ),
} as const;
