import type { NodeId } from "../bus/hub-bus.js";
import type { Report } from "../bus/report.js";

/** A node as the hub sees it now. */
export interface SeenNode {
  readonly id: NodeId;
  readonly name: string;
  readonly labels: { readonly [name: string]: string };
  /** `online` for a node that reports. */
  readonly state: string;
  /** When it last reported, by the hub's clock. */
  readonly lastSeen: number | null;
  readonly report: Report | undefined;
}

/** The inventory, as far as roll-outs and templates need it. */
export interface FleetView {
  node(id: NodeId): SeenNode | undefined;
  all(): Iterable<SeenNode>;
}

export const isOnline = (node: SeenNode): node is SeenNode & { readonly report: Report } =>
  node.state === "online" && node.report !== undefined;

/** Whether a node has all of these labels. */
export const hasLabels = (node: Pick<SeenNode, "labels">, labels: SeenNode["labels"]): boolean =>
  Object.entries(labels).every(([name, value]) => node.labels[name] === value);
