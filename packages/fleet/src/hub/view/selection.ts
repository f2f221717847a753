import type { Labels, NodeState } from "@pilothouse/protocol";

/** Which nodes are meant; all that is given must fit. */
export interface Selection {
  /** Part of the name. */
  readonly filter?: string | undefined;
  readonly labels?: Labels | undefined;
  readonly state?: NodeState | undefined;
}

export type Labelled = { readonly record: { readonly labels: Labels } };

/** Every node; who sees them all is known by this, and need not be asked about each. */
export const EVERY = (_node: { readonly record: object }): boolean => true;

export const hasLabels = (wanted: Labels = {}): ((node: Labelled) => boolean) => {
  const entries = Object.entries(wanted);
  if (entries.length === 0) return EVERY;
  return ({ record }) => entries.every(([key, value]) => record.labels[key] === value);
};

type Selected = Labelled & { readonly name: string; readonly state: string };

export function fits({ filter, labels, state }: Selection): (node: Selected) => boolean {
  const labelled = hasLabels(labels);
  const part = filter?.toLowerCase();
  if (state === undefined && part === undefined) return labelled;
  return (node) =>
    (state === undefined || node.state === state) &&
    (part === undefined || node.name.includes(part)) &&
    labelled(node);
}

export function both<N extends Labelled>(
  one: (node: N) => boolean,
  other: (node: N) => boolean,
): (node: N) => boolean {
  if (one === EVERY) return other;
  return other === EVERY ? one : (node) => one(node) && other(node);
}
