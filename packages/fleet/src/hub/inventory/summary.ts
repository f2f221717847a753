import { NODE_STATES, type Result } from "@pilothouse/protocol";
import type { KnownNode } from "./known-node.js";

export type Summary = Omit<Result<"fleet.summary">, "bus" | "damaged">;

/** Counts by name; the most common first. */
class Tally {
  readonly #counts = new Map<string, number>();

  count(name: string, by: number): void {
    const nodes = (this.#counts.get(name) ?? 0) + by;
    if (nodes === 0) this.#counts.delete(name);
    else this.#counts.set(name, nodes);
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  list(): { readonly name: string; readonly nodes: number }[] {
    return [...this.#counts]
      .map(([name, nodes]) => ({ name, nodes }))
      .sort((a, b) => b.nodes - a.nodes || (a.name < b.name ? -1 : 1));
  }
}

/** Labels may have as many values as there are nodes. */
const MOST_LABELS = 200;

/**
 * The fleet as a whole, kept up to date while nodes come, go and report: looking at all of them whenever somebody
 * asks would hold up a hub of many nodes. A node is taken out before it changes, and put in after that.
 */
export class Totals {
  readonly #states = new Tally();
  readonly #versions = new Tally();
  readonly #services = new Tally();
  readonly #labels = new Tally();
  readonly #sums = { nodes: 0, inbound: 0, outbound: 0, participating: 0, restartNeeded: 0 };
  #exact = true;

  /** Whether nothing was lost by rounding: a node may claim anything, and what was lost does not come back. */
  get exact(): boolean {
    return this.#exact;
  }

  put(node: KnownNode): void {
    this.#count(node, 1);
  }

  take(node: KnownNode): void {
    this.#count(node, -1);
  }

  get summary(): Summary {
    return {
      ...this.#sums,
      states: NODE_STATES.map((name) => ({ name, nodes: this.#states.get(name) })),
      versions: this.#versions.list(),
      services: this.#services.list(),
      labels: this.#labels.list().slice(0, MOST_LABELS),
    };
  }

  #count({ state, standing, report, labelTexts }: KnownNode, by: 1 | -1): void {
    const sums = this.#sums;
    sums.nodes += by;
    this.#states.count(state, by);
    // What is not a member, or not yet, has no part in the figures of the fleet: no roll-out reaches it.
    if (standing !== "member") return;
    for (const label of labelTexts) this.#labels.count(label, by);
    if (report === undefined) return;
    this.#versions.count(report.version || "unknown", by);
    this.#services.count(report.service, by);
    if (state !== "online") return;
    sums.inbound += by * report.inbound;
    sums.outbound += by * report.outbound;
    sums.participating += by * report.participating;
    if (report.restartNeeded) sums.restartNeeded += by;
    this.#exact &&= sums.inbound + sums.outbound + sums.participating <= Number.MAX_SAFE_INTEGER;
  }
}

export function totalsOf(nodes: Iterable<KnownNode>): Totals {
  const totals = new Totals();
  for (const node of nodes) totals.put(node);
  return totals;
}
