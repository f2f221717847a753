import {
  FLEET_FINDING_KEYS,
  type FleetFindingKey,
  fleetFindingDefinition,
  parseJson,
} from "@pilothouse/protocol";
import type { Alert, AlertOptions, AlertSource } from "@pilothouse/server";
import { NODE_CHECKS } from "../findings/checks.js";
import { type FleetJudge, findingOf, isOfNodes, valuesOf } from "../findings/judge.js";
import type { Inventory } from "../inventory/inventory.js";
import { Group, type GroupNews, type GroupState } from "./group.js";

const MINUTE = 60_000;
/** What is tracked of the bus, which is one. */
const BUS = "bus";
/** The findings that are notified. */
const RULES = FLEET_FINDING_KEYS.filter((key) => fleetFindingDefinition(key).notify !== undefined);

interface AlertsOptions {
  readonly inventory: Inventory;
  readonly judge: FleetJudge;
  /** How long a node must be offline. */
  readonly offlineAfter: () => number;
}

type GroupStates = { readonly [key: string]: GroupState };

/**
 * The rules about the nodes of a hub. Nodes to which the same happens make one message, so a thousand that go away
 * together are one alert, and later one "resolved".
 */
export class NodeAlerts implements AlertSource {
  readonly #groups = new Map(RULES.map((key) => [key, new Group()] as const));
  #last: { readonly text: string | undefined; readonly states: GroupStates } | undefined;

  constructor(private readonly options: AlertsOptions) {}

  get rules() {
    return RULES.map((key) => ({ key, minutes: Math.round(this.#after(key) / MINUTE) }));
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
    const { inventory, judge } = this.options;
    const situation = judge.situation();
    this.#groups.get("fleet.bus")?.saw(BUS, situation === undefined, now);
    if (situation === undefined) return;
    for (const [key, group] of this.#groups)
      if (isOfNodes(key))
        for (const node of inventory.all()) group.saw(node.id, NODE_CHECKS[key](node, situation), now);
  }

  /** While the hub gets no reports, nothing is decided about nodes: they may be well. */
  #news(key: FleetFindingKey, group: Group, before: GroupState, { now, pause }: AlertOptions): GroupNews {
    if (key !== "fleet.bus" && this.options.judge.situation() === undefined)
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
    const { inventory } = this.options;
    const named = ids.map((id) => inventory.find(id) ?? { name: id });
    const values = key === "fleet.bus" ? {} : valuesOf(named, Object.keys(open).length, inventory.size);
    return { event, finding: findingOf(key, values) };
  }

  #read(text: string | undefined): GroupStates {
    // Fifty thousand nodes that are offline are a long text.
    if (this.#last !== undefined && this.#last.text === text) return this.#last.states;
    return parseJson(text ?? "{}") as GroupStates;
  }
}
