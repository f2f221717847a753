import type { FleetFindingKey } from "@pilothouse/protocol";
import type { KnownNode } from "../inventory/known-node.js";

/**
 * Whether a rule holds for a node, and since when, if that is known. Undefined: unknown, because the node is
 * offline. Then nothing changes.
 */
type Test = (node: KnownNode, reportsSince: number) => boolean | number | undefined;

/** The codes of `net.status` with which others cannot connect, or hardly. */
const FIREWALLED = new Set<number | null>([2, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]);
const DOWN = new Set(["unreachable", "stopped", "crashed"]);

const whileOnline =
  (holds: (node: KnownNode) => boolean): Test =>
  (node) =>
    node.state === "online" ? holds(node) : undefined;

export const TESTS: { readonly [K in Exclude<FleetFindingKey, "fleet.bus">]: Test } = {
  "nodes.offline": (node, reportsSince) =>
    // While the hub was away it could not hear the node: that time does not count.
    node.state === "offline" && Math.max(node.seen ?? node.record.joined, reportsSince),
  "nodes.duplicate": (node) => node.state === "duplicate",
  "nodes.router": whileOnline(({ report }) => DOWN.has(report?.phase ?? "")),
  "nodes.crashloop": whileOnline(({ report }) => report?.crashing === true),
  "nodes.firewalled": whileOnline(({ report }) => FIREWALLED.has(report?.netStatus ?? null)),
  "nodes.drifted": whileOnline(({ report }) => report?.drifted === true),
  "nodes.waiting": (node) => node.state === "waiting",
  "nodes.unknown": (node) => node.state === "unknown",
};
