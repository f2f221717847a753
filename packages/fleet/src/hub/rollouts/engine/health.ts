import { netStatusReason, phaseReason, type Reason, reason, reasonAs } from "@pilothouse/protocol";
import type { Report } from "../../../bus/report.js";
import type { Before, Strategy } from "./rollout.js";

/** Reports and starts are not of the same instant. */
const SLACK_MS = 2_000;

export const beforeOf = ({ at, starts, uptime, participating, netStatus }: Report): Before => ({
  at,
  starts,
  uptime,
  participating,
  netStatus,
});

/**
 * Whether the router has started since. A node's service that starts again counts starts from the beginning, so the
 * uptime decides as well: it is shorter than the time that has passed. Both times are of the node's own clock.
 */
export const startedSince = (before: Before, now: Report): boolean =>
  now.starts > before.starts || now.uptime + SLACK_MS < before.uptime + (now.at - before.at);

const OK = 0;
/** From here on the codes are errors. */
const FIRST_ERROR = 8;

/** Reachable, not (yet) known to be reachable, or faulty. A router that is still testing may stay so for hours. */
function rankOf(status: number | null): number {
  if (status === OK) return 0;
  return status === null || status < FIRST_ERROR ? 1 : 2;
}

/** A restart must not make it worse; docs/decisions/0010-healthy.md says why this is not "reachable". */
const isReachableAsBefore = (before: Before, now: Report): boolean =>
  before.netStatus === null || rankOf(now.netStatus) <= rankOf(before.netStatus);

/** Reachable as before, and participating tunnels back to the share that is wanted. */
export const isHealthy = (before: Before, now: Report, { tunnelShare }: Strategy): boolean =>
  now.phase === "running" &&
  isReachableAsBefore(before, now) &&
  now.participating * 100 >= before.participating * tunnelShare;

/** What a node that is not healthy lacks, for people. */
export function lacking(before: Before, now: Report, { tunnelShare }: Strategy): Reason {
  if (now.phase !== "running") return inPhase(now.phase);
  if (now.participating * 100 < before.participating * tunnelShare)
    return reason("rollout.tunnels", { now: now.participating, before: before.participating });
  return reason("rollout.netStatus", {
    ...reasonAs("now", netStatusReason(now.netStatus)),
    ...reasonAs("before", netStatusReason(before.netStatus)),
  });
}

/** That the router does not run, but is in this phase. */
export const inPhase = (phase: string): Reason =>
  reason("rollout.phase", reasonAs("phase", phaseReason(phase)));
