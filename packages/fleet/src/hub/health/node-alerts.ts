import {
  type FindingEntry,
  FLEET_FINDING_KEYS,
  type FleetFindingKey,
  fleetFindingDefinition,
  parseJson,
} from "@pilothouse/protocol";
import type { Alert, AlertOptions, AlertSource } from "@pilothouse/server";
import { NODE_CHECKS } from "../findings/checks.js";
import { type FleetJudge, findingOf, isOfNodes, valuesOf } from "../findings/judge.js";
import type { Inventory } from "../inventory/inventory.js";
import { byName } from "../view/natural-order.js";
import { Group, type GroupNews, type GroupState } from "./group.js";

const MINUTE = 60_000;
/** What is tracked of that which is not about nodes. */
const WHOLE = "fleet";
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
  /** What is found about the fleet as a whole, or was last. */
  readonly #whole = new Map<FleetFindingKey, FindingEntry["values"]>();
  #last: { readonly text: string | undefined; readonly states: GroupStates } | undefined;

  constructor(private readonly options: AlertsOptions) {}

  get rules() {
    return RULES.map((key) => ({ key, minutes: Math.round(this.#after(key) / MINUTE) }));
  }

  async holding(): Promise<ReadonlySet<string>> {
    return new Set(this.options.judge.verdict().findings.map(({ key }) => key));
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
    this.#groups.get("fleet.bus")?.saw(WHOLE, situation === undefined, now);
    if (situation === undefined) return;
    const whole = judge.whole();
    for (const [key, values] of whole) this.#whole.set(key, values);
    for (const [key, group] of this.#groups)
      if (isOfNodes(key))
        for (const node of inventory.all()) group.saw(node.id, NODE_CHECKS[key](node, situation), now);
      else group.saw(WHOLE, whole.has(key), now);
  }

  /** While the hub gets no reports, nothing is decided about nodes: they may be well. */
  #news(key: FleetFindingKey, group: Group, before: GroupState, { now, pause }: AlertOptions): GroupNews {
    if (key !== "fleet.bus" && this.options.judge.situation() === undefined)
      return { state: before, alert: [], resolved: [] };
    const isKnown = (id: string) => id === WHOLE || this.options.inventory.find(id)?.name !== undefined;
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
    if (!isOfNodes(key)) return { event, finding: findingOf(key, this.#whole.get(key) ?? {}) };
    const { inventory } = this.options;
    const names = ids.map((id) => inventory.find(id)?.name ?? id).sort(byName);
    const all = Object.keys(open).length;
    return { event, finding: findingOf(key, valuesOf(names, all, inventory.size, ids.length)) };
  }

  #read(text: string | undefined): GroupStates {
    // Fifty thousand nodes that are offline are a long text.
    if (this.#last !== undefined && this.#last.text === text) return this.#last.states;
    return parseJson(text ?? "{}") as GroupStates;
  }
}
