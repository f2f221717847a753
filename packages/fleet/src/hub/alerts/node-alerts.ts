import {
  type FindingEntry,
  FLEET_FINDING_KEYS,
  type FleetFindingKey,
  filled,
  fleetFindingDefinition,
  parseJson,
} from "@pilothouse/protocol";
import type { Alert, AlertOptions, AlertSource } from "@pilothouse/server";
import type { NodesProvide } from "../nodes/feature.js";
import { Group, type GroupNews, type GroupState } from "./group.js";
import { TESTS } from "./watched.js";

const MINUTE = 60_000;
/** How many names a message lists. */
const MOST_NAMES = 10;
/** What is tracked of the bus, which is one. */
const BUS = "bus";

interface AlertsOptions extends Pick<NodesProvide, "inventory" | "reportsSince"> {
  /** How long a node must be offline. */
  readonly offlineAfter: () => number;
}

type GroupStates = { readonly [key: string]: GroupState };

/**
 * The rules about the nodes of a hub. Nodes to which the same happens make one message, so a thousand that go away
 * together are one alert, and later one "resolved".
 */
export class NodeAlerts implements AlertSource {
  readonly #groups = new Map(FLEET_FINDING_KEYS.map((key) => [key, new Group()] as const));
  #last: { readonly text: string | undefined; readonly states: GroupStates } | undefined;

  constructor(private readonly options: AlertsOptions) {}

  get rules() {
    return FLEET_FINDING_KEYS.map((key) => ({ key, minutes: Math.round(this.#after(key) / MINUTE) }));
  }

  async holding(): Promise<ReadonlySet<string>> {
    return new Set([...this.#groups].filter(([, group]) => group.holds).map(([key]) => key));
  }

  async check(before: string | undefined, given: AlertOptions) {
    const known = this.#read(before);
    this.#look(given.now);
    const alerts: Alert[] = [];
    const states: { [key: string]: GroupState } = {};
    for (const [key, group] of this.#groups) {
      if (!given.isOn(key)) continue;
      const { state, alert, resolved } = this.#news(key, group, known[key] ?? {}, given);
      if (Object.keys(state).length > 0) states[key] = state;
      if (alert.length > 0) alerts.push(this.#notice("alert", key, alert, state));
      if (resolved.length > 0 && !fleetFindingDefinition(key).once)
        alerts.push(this.#notice("resolved", key, resolved, state));
    }
    const text = JSON.stringify(states);
    this.#last = { text, states };
    return { states: text, alerts };
  }

  /** Checks all nodes, unless the hub gets no reports. */
  #look(now: number): void {
    const { inventory, reportsSince: since } = this.options;
    const reportsSince = since();
    this.#groups.get("fleet.bus")?.saw(BUS, reportsSince === undefined, now);
    if (reportsSince === undefined) return;
    const tests = Object.entries(TESTS).map(
      ([key, test]) => [this.#groups.get(key as FleetFindingKey), test] as const,
    );
    for (const node of inventory.all())
      for (const [group, test] of tests) group?.saw(node.id, test(node, reportsSince), now);
  }

  /** While the hub gets no reports, nothing is decided about nodes: they may be well. */
  #news(key: FleetFindingKey, group: Group, before: GroupState, { now, pause }: AlertOptions): GroupNews {
    if (key !== "fleet.bus" && this.options.reportsSince() === undefined)
      return { state: before, alert: [], resolved: [] };
    const isKnown = (id: string) => id === BUS || this.options.inventory.find(id)?.name !== undefined;
    return group.news(before, isKnown, { now, pause, after: this.#after(key) });
  }

  #after(key: FleetFindingKey): number {
    return key === "nodes.offline"
      ? this.options.offlineAfter()
      : (fleetFindingDefinition(key).notify ?? 0) * MINUTE;
  }

  #notice(
    event: Alert["event"],
    key: FleetFindingKey,
    ids: readonly string[],
    { open = {} }: GroupState,
  ): Alert {
    const { level, description, todo } = fleetFindingDefinition(key);
    const values = {
      count: ids.length,
      nodes: this.#names(ids),
      all: Object.keys(open).length,
      total: this.options.inventory.size,
    };
    const shown = key === "fleet.bus" ? {} : values;
    const finding: FindingEntry = {
      ...{ key, level, text: filled(description, shown), todo, values: shown, action: null, ports: [] },
    };
    return { event, finding };
  }

  #names(ids: readonly string[]): string {
    const names = ids.map((id) => this.options.inventory.find(id)?.name ?? id).sort();
    const more = names.length - MOST_NAMES;
    return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  }

  #read(text: string | undefined): GroupStates {
    // Fifty thousand nodes that are offline are a long text.
    if (this.#last !== undefined && this.#last.text === text) return this.#last.states;
    return parseJson(text ?? "{}") as GroupStates;
  }
}
