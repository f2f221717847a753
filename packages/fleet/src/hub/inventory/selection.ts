import type { Labels, NodeState } from "@pilothouse/protocol";
import type { KnownNode } from "./known-node.js";

/** Which nodes are meant; all that is given must fit. */
export interface Selection {
  /** Part of the name. */
  readonly filter?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly state?: NodeState | undefined;
}

export type Fits = (node: KnownNode) => boolean;

export const hasLabels = (wanted: Labels = {}): Fits => {
  const entries = Object.entries(wanted);
  return ({ record }) => entries.every(([key, value]) => record.labels[key] === value);
};

export function fits({ filter, labels, state }: Selection): Fits {
  const labelled = hasLabels(labels);
  const part = filter?.toLowerCase();
  return (node) =>
    (state === undefined || node.state === state) &&
    (part === undefined || node.name.includes(part)) &&
    labelled(node);
}
