import type { NetStatus, Settings } from "@pilothouse/protocol";
import { ALWAYS_KNOWN, alsoKnown, besideStatus } from "../../i2pd-wire/known-keys.js";
import { netStatus } from "../../i2pd-wire/net-status.js";
import { has } from "../../i2pd-wire/quirks.js";
import { parseVersion, type Version } from "../../i2pd-wire/version.js";
import type { Facts } from "../../port.js";
import { switched } from "../config/network.js";
import type { PeerCounts } from "../netdb/peers.js";
import type { Control } from "./control.js";

export interface Circumstances {
  /** The version, as far as it is known before the router reports it. */
  readonly version: Version;
  readonly settings: Settings;
  readonly peers: PeerCounts | undefined;
  readonly reseeding: boolean;
  /** Another program has the UDP port. Asked only when i2pd is not reachable, which may be why. */
  readonly udpPortIsTaken: () => Promise<boolean>;
}

const [OK, HIDDEN, ERROR_UDP_PORT_IN_USE] = [0, 3, 12] as const satisfies readonly NetStatus[];

/** Asks the router for everything and puts it in the interface's terms. */
export async function readFacts(control: Control, now: Circumstances, signal: AbortSignal): Promise<Facts> {
  const { settings, peers } = now;
  // Over IPv6 alone, the states of IPv4 say nothing.
  const family = switched(settings, "ipv4") === "false" ? ".v6" : "";
  const { error, testing } = besideStatus(family);
  const beside = has(now.version, "errorKeys") ? [`router.net.status${family}`, error, testing] : [];
  const known = [...ALWAYS_KNOWN, ...alsoKnown(now.version)];
  const reported = await control.info([...new Set([...known, ...beside])], signal);
  const number = (key: string): number => {
    const value = reported[key];
    // Older versions put some numbers into quotes.
    return Math.max(0, Number(typeof value === "string" && value.trim() === "" ? Number.NaN : value) || 0);
  };
  const peersKnown = Math.max(0, number("router.netdb.knownpeers") - 1); // it counts itself
  const active = number("router.netdb.activepeers");
  const version = String(reported["router.version"]);
  // Keys that a version does not have are left out.
  const numbers = known.filter((key) => key !== "router.version" && reported[key] !== undefined);
  const status = netStatus({
    version: parseVersion(version) ?? now.version,
    status: number(beside[0] ?? "router.net.status"),
    error: number(error),
    testing: number(testing),
    activePeers: active,
    hidden: switched(settings, "trust.hidden") === "true",
    floodfill: switched(settings, "floodfill") === "true",
    udp: switched(settings, "ssu2.enabled") !== "false",
  });
  const isTaken = status !== OK && status !== HIDDEN && (await now.udpPortIsTaken());
  return {
    ...(Object.fromEntries(numbers.map((key) => [key, number(key)])) as Facts),
    "router.version": version,
    "router.netdb.knownpeers": peersKnown,
    "router.netdb.isreseeding": now.reseeding,
    "router.net.status": isTaken ? ERROR_UDP_PORT_IN_USE : status,
    // The files can be of routers that i2pd has forgotten meanwhile.
    ...(peers && {
      "router.netdb.fastpeers": Math.min(peers.fast, peersKnown),
      "router.netdb.highcapacitypeers": Math.min(peers.highCapacity, peersKnown),
    }),
  };
}
