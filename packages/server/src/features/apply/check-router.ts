import { netStatusReason, phaseReason, type Reason, reason, reasonAs } from "@pilothouse/protocol";
import type { Snapshot } from "../../telemetry/snapshot.js";
import type { Settling } from "./applied.js";

const OK = 0;
/** From here on the codes are errors. */
const FIRST_ERROR = 8;
/** A router that ends itself because of a setting does so sooner. */
const PROVEN_MS = 5_000;

/**
 * Whether a router whose settings were changed is healthy again, has failed, or is still awaited; `drained` if
 * it has waited long enough for tunnels of others.
 */
export function checkRouter(
  { starts, netStatus, since, deadlineMs, drainMs }: Omit<Settling, "changes">,
  { phase, facts, starts: now = 0, note }: Snapshot,
  at: number,
): "healthy" | "wait" | "drained" | { readonly failed: Reason } {
  const status = facts["router.net.status"];
  const uptime = facts["router.uptime"] ?? 0;
  const reachable = status === OK || status === netStatus || (status !== undefined && status < FIRST_ERROR);
  const started = hasStarted({ starts, since }, { phase, facts, starts: now }, at);
  if (started && reachable && uptime >= PROVEN_MS) return "healthy";
  // Tunnels of others run out first: that is no failure.
  if (at <= since + drainMs + deadlineMs && !(started && uptime > deadlineMs))
    return phase.name === "draining" && phase.next === "restart" && at > since + drainMs ? "drained" : "wait";
  const lacks = started
    ? reason("apply.netStatus", reasonAs("now", netStatusReason(status)))
    : reason("apply.phase", reasonAs("phase", phaseReason(phase.name)));
  return { failed: reason("apply.unhealthy", reasonAs("why", note ?? lacks)) };
}

/** Whether the router was started since. A service that was restarted meanwhile counts starts from the beginning. */
function hasStarted(
  { starts, since }: Pick<Settling, "starts" | "since">,
  { phase, facts, starts: now = 0 }: Pick<Snapshot, "phase" | "facts" | "starts">,
  at: number,
): boolean {
  const uptime = facts["router.uptime"] ?? 0;
  return phase.name === "running" && (now > starts || at - uptime > since);
}

/**
 * Whether the router needs no restart if its old settings come back: the restart waits for tunnels or was cancelled,
 * or somebody has stopped the router meanwhile.
 */
export const needsNoRestart = (pending: Settling, seen: Snapshot, at: number): boolean =>
  ["draining", "stopped"].includes(seen.phase.name) ||
  (seen.phase.name === "running" && !hasStarted(pending, seen, at));
