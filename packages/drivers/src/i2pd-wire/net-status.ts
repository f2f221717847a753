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

/** Errors that i2pd reports with the status. "Full cone NAT" and "no descriptors" add nothing to it. */
const ERRORS: { readonly [error: number]: StatusName } = {
  1: "ERROR_CLOCK_SKEW",
  2: "ERROR_NO_ACTIVE_PEERS_CHECK_CONNECTION_AND_FIREWALL",
  3: "ERROR_SYMMETRIC_NAT",
};

export interface ReportedStatus {
  readonly version: Version;
  readonly status: number;
  /** Only some versions report it; otherwise 0. */
  readonly error: number;
  readonly testing: number;
  readonly activePeers: number;
  /** Settings in force that make a status more exact. */
  readonly hidden: boolean;
  readonly floodfill: boolean;
  readonly udp: boolean;
}

/** The reachability that i2pd reports, as the interface's code. */
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
  // Behind a proxy, and with limited connectivity ("stan"), there are no incoming connections either.
  if (settings.floodfill) return "WARN_FIREWALLED_AND_FLOODFILL";
  return settings.udp ? "FIREWALLED" : "WARN_FIREWALLED_WITH_UDP_DISABLED";
}
