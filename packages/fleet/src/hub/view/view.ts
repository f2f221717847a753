import type { Labels } from "@pilothouse/protocol";
import type { NodeId } from "../../bus/hub-bus.js";
import type { Report } from "../../bus/report.js";

/** A node as the hub sees it now. */
export interface SeenNode {
  readonly id: NodeId;
  readonly name: string;
  /** `online` for a node that reports. */
  readonly state: string;
  /** When it last reported, by the hub's clock. */
  readonly seen: number | null;
  readonly report: Report | undefined;
  readonly record: { readonly labels: Labels };
}

/** The inventory, as far as roll-outs and templates need it. */
export interface FleetView<N extends SeenNode = SeenNode> {
  /** By name or id. */
  find(which: string): N | undefined;
  all(): Iterable<N>;
}

export const isOnline = (node: SeenNode): node is SeenNode & { readonly report: Report } =>
  node.state === "online" && node.report !== undefined;

/** Whether all of these labels are among those. */
export const hasLabels = (labels: Labels, wanted: Labels): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** Every node; who sees them all is known by this, and need not be asked about each. */
export const EVERY = (_node: { readonly record: object }): boolean => true;
