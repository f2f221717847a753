import type { Labels, NodeState } from "@pilothouse/protocol";
import { EVERY } from "../view/view.js";
import type { KnownNode } from "./known-node.js";

/** Which nodes are meant; all that is given must fit. */
export interface Selection {
  /** Part of the name. */
  readonly filter?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly state?: NodeState | undefined;
}

export type Fits = (node: KnownNode) => boolean;
export type Labelled = { readonly record: { readonly labels: Labels } };

export const hasLabels = (wanted: Labels = {}): ((node: Labelled) => boolean) => {
  const entries = Object.entries(wanted);
  if (entries.length === 0) return EVERY;
  return ({ record }) => entries.every(([key, value]) => record.labels[key] === value);
};

export function fits({ filter, labels, state }: Selection): Fits {
  const labelled = hasLabels(labels);
  const part = filter?.toLowerCase();
  if (state === undefined && part === undefined) return labelled;
  return (node) =>
    (state === undefined || node.state === state) &&
    (part === undefined || node.name.includes(part)) &&
    labelled(node);
}

export function both(one: Fits, other: Fits): Fits {
  if (one === EVERY) return other;
  return other === EVERY ? one : (node) => one(node) && other(node);
}
