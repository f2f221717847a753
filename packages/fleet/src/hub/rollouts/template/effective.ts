import { createHash } from "node:crypto";
import type { Labels } from "@pilothouse/protocol";
import { hasLabels } from "../../view/selection.js";
import type { SeenNode } from "../../view/view.js";
import type { Wanted } from "../engine/steps.js";
import type { Group, Template } from "./template.js";

type Labelled = Pick<SeenNode, "name" | "record">;

/** The labels that a node has once the template is applied. */
export const labelsOf = (template: Template, { name, record }: Labelled): Labels =>
  template.labels.get(name) ?? record.labels;

/** What a template wants of a node; undefined when it wants nothing. */
export function effective(template: Template, node: Labelled): Wanted | undefined {
  const index = INDEXES.get(template) ?? new GroupIndex(template.groups);
  INDEXES.set(template, index);
  return index.wanted(node.name, labelsOf(template, node));
}

const INDEXES = new WeakMap<Template, GroupIndex>();

/** Nodes with the same labels mostly get the same; more than this are computed again. */
const MOST_KNOWN = 1_000;

/**
 * Finds the groups of a node without a look at every group: a fleet has many nodes, and a template may have many
 * groups.
 */
class GroupIndex {
  /** The places of groups that name nodes, by those names. */
  readonly #byName = new Map<string, number[]>();
  /** The places of other groups, by the first of their labels. */
  readonly #byLabel = new Map<string, number[]>();
  readonly #ofAll: number[] = [];
  readonly #known = new Map<string, Wanted | undefined>();

  constructor(private readonly groups: readonly Group[]) {
    for (const [place, { nodes, labels }] of groups.entries()) {
      const [label] = Object.entries(labels);
      if (nodes !== undefined) for (const name of new Set(nodes)) put(this.#byName, name, place);
      else if (label !== undefined) put(this.#byLabel, labelText(label), place);
      else this.#ofAll.push(place);
    }
  }

  wanted(name: string, labels: Labels): Wanted | undefined {
    const entries = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
    const named = this.#byName.get(name);
    const key = JSON.stringify([entries, named]);
    if (this.#known.has(key)) return this.#known.get(key);
    const labelled = entries.flatMap((entry) => this.#byLabel.get(labelText(entry)) ?? []);
    const places = [...this.#ofAll, ...(named ?? []), ...labelled].sort((a, b) => a - b);
    const groups = places.map((place) => this.groups[place] as Group);
    const wanted = together(groups.filter((group) => hasLabels(group.labels)({ record: { labels } })));
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, wanted);
    return wanted;
  }
}

const labelText = ([key, value]: readonly [string, string]): string => `${key}=${value}`;

function put(places: Map<string, number[]>, key: string, place: number): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [place]);
  else known.push(place);
}

/** Of two groups that set the same, the later one counts. */
function together(groups: readonly Group[]): Wanted | undefined {
  const all = (part: "network" | "advanced" | "tunnels") =>
    new Map<string, string>(groups.flatMap((group) => [...group[part]]));
  const [network, advanced, tunnels] = [all("network"), all("advanced"), all("tunnels")];
  if (network.size === 0 && advanced.size === 0 && tunnels.size === 0) return undefined;
  return {
    checksum: checksum(network, advanced, tunnels),
    network: Object.fromEntries(network),
    advanced: Object.fromEntries(advanced),
    // A node of an earlier version takes none.
    ...(tunnels.size > 0 && { tunnels: Object.fromEntries(tunnels) }),
  };
}

const sorted = (settings: ReadonlyMap<string, string>) => [...settings].sort(([a], [b]) => (a < b ? -1 : 1));

/** Of the wanted settings, in any order; without tunnels as before there were any in a template. */
export const checksum = (
  network: ReadonlyMap<string, string>,
  advanced: ReadonlyMap<string, string>,
  tunnels: ReadonlyMap<string, string>,
): string =>
  createHash("sha256")
    .update(JSON.stringify([network, advanced, ...(tunnels.size > 0 ? [tunnels] : [])].map(sorted)))
    .digest("hex")
    .slice(0, 32);
