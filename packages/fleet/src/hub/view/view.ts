import { badKey, type Labels } from "@pilothouse/protocol";
import type { Session } from "@pilothouse/server";
import type { NodeId } from "../../bus/hub-bus.js";
import type { Report } from "../../bus/report.js";
import { byName } from "./natural-order.js";
import { fits, type Selection } from "./selection.js";

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
export interface FleetView {
  /** By name or id. */
  find(which: string): SeenNode | undefined;
  all(): Iterable<SeenNode>;
}

export const isOnline = (node: SeenNode): node is SeenNode & { readonly report: Report } =>
  node.state === "online" && node.report !== undefined;

interface Options {
  readonly view: FleetView;
  /** Who knows which nodes a caller may see and control. */
  readonly operators: { sees(session: Session | undefined): (node: SeenNode) => boolean };
}

interface Chosen extends Omit<Selection, "state"> {
  readonly nodes?: readonly string[] | undefined;
}

/** Nodes that the caller sees and that fit, by name; one that is named and not there is an error. */
export function selectNodes(
  { view, operators }: Options,
  { nodes, filter, labels }: Chosen,
  session: Session | undefined,
): SeenNode[] {
  const seen = operators.sees(session);
  const wanted = fits({ filter, labels });
  const named = nodes?.map((which) => {
    const node = view.find(which);
    if (node === undefined || !seen(node)) throw badKey("nodes", `names no node: ${JSON.stringify(which)}`);
    return node;
  });
  return [...new Set(named ?? view.all())]
    .filter((node) => (node.state === "online" || node.state === "offline") && seen(node) && wanted(node))
    .sort((a, b) => byName(a.name, b.name));
}
