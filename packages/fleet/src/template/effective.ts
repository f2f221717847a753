import { createHash } from "node:crypto";
import type { Labels } from "@pilothouse/protocol";
import type { Wanted } from "../rollout/steps.js";
import { hasLabels } from "../rollout/view/view.js";
import type { Template } from "./template.js";

interface Named {
  readonly name: string;
  readonly labels: Labels;
}

/** The labels that a node has once the template is applied. */
export const labelsOf = (template: Template, { name, labels }: Named): Labels =>
  template.labels.get(name) ?? labels;

/** What a template wants of a node; undefined when it wants nothing. */
export function effective(template: Template, node: Named): Wanted | undefined {
  const labels = labelsOf(template, node);
  const network = new Map<string, string>();
  const advanced = new Map<string, string>();
  for (const group of template.groups) {
    if (group.nodes !== undefined && !group.nodes.includes(node.name)) continue;
    if (!hasLabels(labels, group.labels)) continue;
    for (const [key, value] of group.network) network.set(key, value);
    for (const [name, value] of group.advanced) advanced.set(name, value);
  }
  if (network.size === 0 && advanced.size === 0) return undefined;
  return {
    checksum: checksum(network, advanced),
    network: Object.fromEntries(network),
    advanced: Object.fromEntries(advanced),
  };
}

const sorted = (settings: ReadonlyMap<string, string>) => [...settings].sort(([a], [b]) => (a < b ? -1 : 1));

/** Of the wanted settings, in any order. */
export const checksum = (
  network: ReadonlyMap<string, string>,
  advanced: ReadonlyMap<string, string>,
): string =>
  createHash("sha256")
    .update(JSON.stringify([sorted(network), sorted(advanced)]))
    .digest("hex")
    .slice(0, 32);
