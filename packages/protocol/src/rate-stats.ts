import type { InfoKey } from "./router-info.js";

interface StatRow {
  /** The information keys whose sum is sampled. */
  readonly of: readonly InfoKey[];
  readonly says: string;
}

/** The rate statistics that the service keeps for every router, by sampling it. */
export const RATE_STATS = {
  "bw.sendRate": { of: ["router.net.bw.outbound.1s"], says: "Outbound bandwidth, bytes per second." },
  "bw.recvRate": { of: ["router.net.bw.inbound.1s"], says: "Inbound bandwidth, bytes per second." },
  "bw.combined": {
    of: ["router.net.bw.inbound.1s", "router.net.bw.outbound.1s"],
    says: "Bandwidth both ways, bytes per second.",
  },
  "tunnel.participatingTunnels": { of: ["router.net.tunnels.participating"], says: "Participating tunnels." },
  "router.activePeers": { of: ["router.netdb.activepeers"], says: "Active peers." },
  "router.fastPeers": { of: ["router.netdb.fastpeers"], says: "Fast peers." },
  "router.highCapacityPeers": { of: ["router.netdb.highcapacitypeers"], says: "High-capacity peers." },
  "netDb.knownPeers": { of: ["router.netdb.knownpeers"], says: "Known peers." },
} as const satisfies Record<string, StatRow>;

export type RateStat = keyof typeof RATE_STATS;
export const RATE_STAT_NAMES = Object.keys(RATE_STATS) as readonly RateStat[];
export const isRateStat = (name: string): name is RateStat => Object.hasOwn(RATE_STATS, name);
export const rateRow = (stat: RateStat): StatRow => RATE_STATS[stat];
