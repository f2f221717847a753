import { badKey, type Labels } from "@pilothouse/protocol";
import type { Session } from "@pilothouse/server";
import { type FleetView, hasLabels, type SeenNode } from "./view.js";

export interface Seers<N extends SeenNode> {
  readonly view: FleetView<N>;
  /** Which nodes a caller may see and control. */
  readonly sees: (session: Session | undefined) => (node: N) => boolean;
}

export interface Selection {
  readonly filter?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly nodes?: readonly string[] | undefined;
}

/** Nodes that the caller sees and that fit, by name; one that is named and not there is an error. */
export function selectNodes<N extends SeenNode>(
  { view, sees }: Seers<N>,
  { filter = "", labels = {}, nodes }: Selection,
  session: Session | undefined,
): N[] {
  const seen = sees(session);
  const named = nodes?.map((which) => {
    const node = view.find(which);
    if (node === undefined || !seen(node)) throw badKey("nodes", `names no node: ${JSON.stringify(which)}`);
    return node;
  });
  return [...new Set(named ?? view.all())]
    .filter((node) => (node.state === "online" || node.state === "offline") && seen(node))
    .filter(({ name, record }) => hasLabels(record.labels, labels) && name.includes(filter))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
