import type { Action } from "../features/acting.js";
import { type FindingDefinition, inOrder } from "../kernel/definitions.js";
import { ofRooms } from "../rooms.js";

export interface RankedFinding extends FindingDefinition {
  readonly action?: Action;
}

const OF_ROOMS = ofRooms("FINDINGS") satisfies Record<string, RankedFinding>;

/**
 * Everything that can be found about a router and its service. What is not found here is well. Of findings that
 * matter as much, people see the earlier one first.
 */
export const FINDINGS = inOrder(OF_ROOMS, [
  ...(["sample.none", "sample.old", "router.unreachable", "router.stopped", "router.crashed"] as const),
  ...(["router.crashloop", "router.starting", "router.stopping", "router.draining"] as const),
  ...(["net.testing", "net.firewalled", "net.hidden", "net.clock", "net.symmetric_nat"] as const),
  ...(["net.private_address", "net.port_in_use", "net.no_transport", "net.i2cp"] as const),
  ...(["peers.none", "peers.few", "tunnels.failing", "traffic.none", "traffic.full"] as const),
  ...(["limit.in_zero", "limit.out_zero", "limit.share_zero", "settings.restart"] as const),
  ...(["update.restart", "update.available", "password.factory", "disk.low"] as const),
  ...(["certificate.expires", "budget.near", "budget.used", "budget.unable", "logins.failed"] as const),
]);

export type FindingKey = keyof typeof FINDINGS;
export const FINDING_KEYS = Object.keys(FINDINGS) as readonly FindingKey[];

/** The definition with its optional facts visible, for code that works over all of them. */
export const findingDefinition = (key: FindingKey): RankedFinding => FINDINGS[key];
