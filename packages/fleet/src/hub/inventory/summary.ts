import { NODE_STATES, type Result } from "@pilothouse/protocol";
import type { KnownNode } from "./known-node.js";

export type Summary = Omit<Result<"fleet.summary">, "bus">;

/** Counts by name; the most common first. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
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

export function summarize(nodes: Iterable<KnownNode>): Summary {
  const [states, versions, services, labels] = [new Tally(), new Tally(), new Tally(), new Tally()];
  const sums = { nodes: 0, inbound: 0, outbound: 0, participating: 0, restartNeeded: 0 };
  for (const { state, report, labelTexts } of nodes) {
    sums.nodes++;
    states.add(state);
    for (const label of labelTexts) labels.add(label);
    if (report === undefined) continue;
    versions.add(report.version || "unknown");
    services.add(report.service);
    if (state !== "online") continue;
    sums.inbound += report.inbound;
    sums.outbound += report.outbound;
    sums.participating += report.participating;
    if (report.restartNeeded) sums.restartNeeded++;
  }
  return {
    ...sums,
    states: NODE_STATES.map((name) => ({ name, nodes: states.get(name) })),
    versions: versions.list(),
    services: services.list(),
    labels: labels.list().slice(0, MOST_LABELS),
  };
}
