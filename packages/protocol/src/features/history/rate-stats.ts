import type { Unit } from "../../value-types/value-types.js";
import { type InfoKey, infoDefinition } from "../status/router-info.js";

interface StatDefinition {
  /** The information keys whose sum is sampled. */
  readonly of: readonly InfoKey[];
  readonly description: string;
}

/** The rate statistics that the service keeps for every router, by sampling it. */
export const RATE_STATS = {
  "bw.sendRate": { of: ["router.net.bw.outbound.1s"], description: "Outbound bandwidth, bytes per second." },
  "bw.recvRate": { of: ["router.net.bw.inbound.1s"], description: "Inbound bandwidth, bytes per second." },
  "bw.combined": {
    of: ["router.net.bw.inbound.1s", "router.net.bw.outbound.1s"],
    description: "Bandwidth both ways, bytes per second.",
  },
  "tunnel.participatingTunnels": {
    of: ["router.net.tunnels.participating"],
    description: "Participating tunnels.",
  },
  "router.activePeers": { of: ["router.netdb.activepeers"], description: "Active peers." },
  "router.fastPeers": { of: ["router.netdb.fastpeers"], description: "Fast peers." },
  "router.highCapacityPeers": { of: ["router.netdb.highcapacitypeers"], description: "High-capacity peers." },
  "netDb.knownPeers": { of: ["router.netdb.knownpeers"], description: "Known peers." },
} as const satisfies Record<string, StatDefinition>;

export type RateStat = keyof typeof RATE_STATS;
export const RATE_STAT_NAMES = Object.keys(RATE_STATS) as readonly RateStat[];
export const isRateStat = (name: string): name is RateStat => Object.hasOwn(RATE_STATS, name);
export const rateDefinition = (stat: RateStat): StatDefinition => RATE_STATS[stat];

interface RouterStatDefinition {
  readonly description: string;
  readonly unit: Unit;
  /** The information key with the same figure, for routers without statistics. */
  readonly info?: InfoKey;
}

/** Other names under which clients in the field ask for a statistic that the service keeps. */
export const STAT_ALIASES = {
  "bw.sendBps": "bw.sendRate",
  "bw.receiveBps": "bw.recvRate",
} as const satisfies Record<string, RateStat>;

/**
 * Statistics that clients in the field ask for and only a router can know; each driver names those it has.
 * The means of builds are those of Java I2P: of their times, not of their number.
 */
export const ROUTER_STATS = {
  "tunnel.buildExploratorySuccess": {
    unit: "ms",
    description: "Time until an exploratory tunnel was built, milliseconds. From the router.",
  },
  "tunnel.buildExploratoryReject": {
    unit: "ms",
    description: "Time until the build of an exploratory tunnel was rejected, milliseconds. From the router.",
  },
  "tunnel.buildExploratoryExpire": {
    unit: "ms",
    description:
      "Time after which the build of an exploratory tunnel was given up without an answer, milliseconds. From the router.",
  },
  "tunnel.buildClientSuccess": {
    unit: "ms",
    description: "Time until a client tunnel was built, milliseconds. From the router.",
  },
  "tunnel.buildClientReject": {
    unit: "ms",
    description: "Time until the build of a client tunnel was rejected, milliseconds. From the router.",
  },
  "tunnel.buildClientExpire": {
    unit: "ms",
    description:
      "Time after which the build of a client tunnel was given up without an answer, milliseconds. From the router.",
  },
  "tunnel.tunnelBuildSuccessAvg": {
    unit: "%",
    info: "router.net.tunnels.successrate",
    description:
      "Share of tunnel builds that succeed, in percent. From the router (I2P+ has it); from one without such a statistic, its `net.tunnels.successrate` now.",
  },
  "tunnel.buildRequestTime": {
    unit: "ms",
    description: "Time to make a build request, milliseconds. From the router.",
  },
  "udp.sendConfirmTime": {
    unit: "ms",
    description: "Time until a message sent over SSU was acknowledged, milliseconds. From the router.",
  },
  "clock.skew": {
    unit: "ms",
    description: "How far the router's clock is from that of its peers, milliseconds. From the router.",
  },
  "router.memoryUsed": {
    unit: "B",
    description:
      "Memory that the router uses, bytes. From the router; of an i2pd that the service runs, the resident memory of its process now.",
  },
} as const satisfies Record<string, RouterStatDefinition>;

export type RouterStat = keyof typeof ROUTER_STATS;
export const isRouterStat = (name: string): name is RouterStat => Object.hasOwn(ROUTER_STATS, name);
const routerStat = (stat: RouterStat): RouterStatDefinition => ROUTER_STATS[stat];

/** The information key that has the figure of this statistic as well. */
export const infoOfStat = (name: string): InfoKey | undefined =>
  isRouterStat(name) ? routerStat(name).info : undefined;

/** The statistic that the service keeps under this name, or under another name for the same. */
export function sampledStat(name: string): RateStat | undefined {
  if (isRateStat(name)) return name;
  return Object.hasOwn(STAT_ALIASES, name) ? STAT_ALIASES[name as keyof typeof STAT_ALIASES] : undefined;
}

/** What a statistic counts; undefined for a plain number and for a name that we do not know. */
export function statUnit(name: string): Unit | undefined {
  if (isRouterStat(name)) return ROUTER_STATS[name].unit;
  const kept = sampledStat(name);
  // A sum has the unit of what is added.
  const [first] = kept === undefined ? [] : rateDefinition(kept).of;
  return first && infoDefinition(first).unit;
}

/** Every name that clients may ask for, and what it means. A function, so that bundlers can leave it out. */
export const statMeanings = (): readonly (readonly [name: string, description: string])[] => [
  ...Object.entries(RATE_STATS).map(([name, { description }]) => [name, description] as const),
  ...Object.entries(STAT_ALIASES).map(
    ([name, stat]) => [name, `The same as \`${stat}\`: ${RATE_STATS[stat].description}`] as const,
  ),
  ...Object.entries(ROUTER_STATS).map(([name, { description }]) => [name, description] as const),
];
