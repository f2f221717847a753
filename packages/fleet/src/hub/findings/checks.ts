import type { FleetFindingKey } from "@pilothouse/protocol";
import { isOlder, parsed } from "../../broker/program.js";
import type { NodeId } from "../../bus/hub-bus.js";
import type { KnownNode } from "../inventory/known-node.js";
import type { StoredReport } from "../inventory/stored-report.js";

/** What a hub knows besides the node itself. */
export interface FleetSituation {
  /** Since when reports arrive. */
  readonly reportsSince: number;
  /** Whether that is too short for a node to have reported. */
  readonly isEarly: boolean;
  /** The nodes that a roll-out changes now. */
  readonly changing: ReadonlySet<NodeId>;
  /** The version of the hub. */
  readonly version: string;
}

/**
 * Whether a finding holds for a node, and since when, if that is known. Undefined: unknown, because the node is
 * offline, or is what a roll-out makes of it. Then nothing changes.
 */
type Check = (node: KnownNode, situation: FleetSituation) => boolean | number | undefined;

/** What is about the fleet as a whole and not about its nodes. */
export type WholeFleetKey = Extract<FleetFindingKey, `fleet.${string}`>;

/** The codes of `net.status` with which others cannot connect, or hardly. */
const FIREWALLED = new Set<number | null>([2, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]);
const DOWN = new Set(["unreachable", "stopped", "crashed"]);
/** Its next start brings what would otherwise wait for a restart. */
const ENDS = new Set(["stopped", "crashed", "draining", "stopping"]);

type Holds = (report: StoredReport, node: KnownNode, situation: FleetSituation) => boolean;

const whileOnline =
  (holds: Holds): Check =>
  (node, situation) =>
    node.state === "online" && node.report !== undefined ? holds(node.report, node, situation) : undefined;

/** A router that a roll-out restarts is not down: that was asked for, and the roll-out says what becomes of it. */
const unlessChanging = (holds: Holds): Check => {
  const check = whileOnline(holds);
  return (node, situation) => (situation.changing.has(node.id) ? undefined : check(node, situation));
};

const inPhase = (phase: string): Check => unlessChanging((report) => report.phase === phase);

/** It has not reported since the hub listens, which may be too short to say that it is offline. */
const isAwaited = ({ seen }: KnownNode, { isEarly, reportsSince }: FleetSituation): boolean =>
  isEarly && (seen ?? 0) <= reportsSince;

const isSettled = ({ phase, netStatus, verdict }: StoredReport): boolean =>
  phase === "running" && netStatus !== 1 && verdict !== "wait";

export const NODE_CHECKS: { readonly [K in Exclude<FleetFindingKey, WholeFleetKey>]: Check } = {
  "nodes.offline": (node, situation) =>
    // While the hub was away it could not hear the node: that time does not count.
    node.state === "offline" &&
    !isAwaited(node, situation) &&
    Math.max(node.seen ?? node.record.joined, situation.reportsSince),
  "nodes.duplicate": (node) => node.state === "duplicate",
  "nodes.stopped": inPhase("stopped"),
  "nodes.crashed": inPhase("crashed"),
  "nodes.hung": inPhase("unreachable"),
  "nodes.crashloop": unlessChanging(({ crashing }) => crashing),
  // What the hub sees itself is not said a second time.
  "nodes.problem": unlessChanging(
    ({ verdict, phase, crashing }) => verdict === "problem" && !DOWN.has(phase) && !crashing,
  ),
  "nodes.warning": unlessChanging(
    ({ verdict, netStatus, drifted, restartNeeded }) =>
      verdict === "warning" && !FIREWALLED.has(netStatus) && !drifted && !restartNeeded,
  ),
  "nodes.firewalled": unlessChanging((report) => !DOWN.has(report.phase) && FIREWALLED.has(report.netStatus)),
  "nodes.drifted": unlessChanging((report) => report.drifted),
  "nodes.restart": unlessChanging((report) => report.restartNeeded && !ENDS.has(report.phase)),
  "nodes.awaited": (node, situation) => node.state === "offline" && isAwaited(node, situation),
  "nodes.busy": whileOnline(
    (report, { id }, { changing }) => changing.has(id) || (!DOWN.has(report.phase) && !isSettled(report)),
  ),
  "nodes.unknown": (node) => node.state === "unknown",
  "nodes.waiting": (node) => node.state === "waiting",
  "nodes.outdated": whileOnline(
    ({ service }, _node, { version }) => service !== version && isBehind(service, version),
  ),
};

function isBehind(service: string, version: string): boolean {
  const [here, there] = [parsed(version), parsed(service)];
  return here !== undefined && there !== undefined && isOlder(there, here);
}
