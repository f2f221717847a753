import { NET_STATUS, type NetStatus } from "@pilothouse/protocol";
import { has } from "./quirks.js";
import type { Version } from "./version.js";

type StatusName = (typeof NET_STATUS)[NetStatus]["name"];

const CODES = Object.fromEntries(
  Object.entries(NET_STATUS).map(([code, { name }]) => [name, Number(code)]),
) as { readonly [name in StatusName]: NetStatus };

/** i2pd's own words, in the order of its own numbers. */
const STATES = ["ok", "firewalled", "unknown", "proxy", "mesh", "stan"] as const;
const STATES_BEFORE = ["ok", "testing", "firewalled", "unknown", "proxy", "mesh"] as const;

/** Errors that i2pd tells beside the status. "Full cone NAT" and "no descriptors" say nothing more than it. */
const ERRORS: { readonly [error: number]: StatusName } = {
  1: "ERROR_CLOCK_SKEW",
  2: "ERROR_NO_ACTIVE_PEERS_CHECK_CONNECTION_AND_FIREWALL",
  3: "ERROR_SYMMETRIC_NAT",
};

export interface ReportedStatus {
  readonly version: Version;
  readonly status: number;
  /** Told by some versions only; 0 where not. */
  readonly error: number;
  readonly testing: number;
  readonly activePeers: number;
  /** Settings in force that make a status more exact. */
  readonly hidden: boolean;
  readonly floodfill: boolean;
  readonly udp: boolean;
}

/** What i2pd tells of its reachability, as the interface's code. */
export const netStatus = (reported: ReportedStatus): NetStatus => CODES[statusName(reported)];

function statusName({
  version,
  status,
  error,
  testing,
  activePeers,
  ...settings
}: ReportedStatus): StatusName {
  const state = (has(version, "statusWithoutTesting") ? STATES : STATES_BEFORE)[status] ?? "unknown";
  const failed = ERRORS[error];
  if (failed !== undefined) return failed;
  if (settings.hidden) return "HIDDEN";
  if (state === "ok" || state === "mesh") return "OK";
  if (state === "testing" || testing > 0) return "TESTING";
  if (state === "unknown")
    return activePeers > 0 ? "TESTING" : "ERROR_NO_ACTIVE_PEERS_CHECK_CONNECTION_AND_FIREWALL";
  // Behind a proxy, and with limited connectivity ("stan"), nobody gets in from outside either.
  if (settings.floodfill) return "WARN_FIREWALLED_AND_FLOODFILL";
  return settings.udp ? "FIREWALLED" : "WARN_FIREWALLED_WITH_UDP_DISABLED";
}
