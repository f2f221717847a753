import type { Clock } from "@pilothouse/drivers/port";
import {
  FINDING_LEVELS,
  type FindingEntry,
  FLEET_FINDING_KEYS,
  type FleetFindingKey,
  filled,
  fleetFindingDefinition,
  type NodeEntry,
} from "@pilothouse/protocol";
import { type Judged, judged } from "@pilothouse/server";
import type { NodeId } from "../../bus/hub-bus.js";
import type { Inventory } from "../inventory/inventory.js";
import type { KnownNode } from "../inventory/known-node.js";
import type { Fits } from "../inventory/selection.js";
import { EVERY } from "../view/view.js";
import { type FleetSituation, NODE_CHECKS } from "./checks.js";

/** How many names a sentence lists. */
const MOST_NAMES = 10;

export type NodeFindingKey = keyof typeof NODE_CHECKS;
const CHECKS = Object.entries(NODE_CHECKS) as [NodeFindingKey, (typeof NODE_CHECKS)[NodeFindingKey]][];
export const isOfNodes = (key: FleetFindingKey): key is NodeFindingKey => Object.hasOwn(NODE_CHECKS, key);

interface JudgeOptions {
  readonly inventory: Inventory;
  /** Since when reports arrive; undefined while the bus is away. */
  readonly reportsSince: () => number | undefined;
  readonly clock: Clock;
  /** The version of the hub. */
  readonly version: string;
  /** Entries of the fleet's state that were set aside. */
  readonly damaged: () => readonly string[];
}

/** What a hub finds about its nodes, for everybody who asks: lists, figures and notifications rest on this alone. */
export class FleetJudge {
  /** Set by the roll-outs. */
  changing: () => ReadonlySet<NodeId> = () => new Set();

  constructor(private readonly options: JudgeOptions) {}

  /** Undefined while the hub gets no reports: then nothing is decided about nodes, they may be well. */
  situation(): FleetSituation | undefined {
    const { clock, version, reportsSince: since } = this.options;
    const reportsSince = since();
    if (reportsSince === undefined) return undefined;
    return { now: clock.now(), reportsSince, version, changing: this.changing() };
  }

  /** What is found about each node of a list. */
  columns(): { readonly [N in "findings" | "verdict"]: (node: KnownNode) => NodeEntry[N] } {
    const situation = this.situation();
    const keys = (node: KnownNode): readonly FleetFindingKey[] =>
      situation === undefined ? ["fleet.bus"] : keysOf(node, situation);
    // What is not known is neither well nor wrong.
    const verdict = (node: KnownNode) => (situation === undefined ? "wait" : verdictOf(keys(node)));
    return { findings: keys, verdict };
  }

  /** Whether a finding holds for a node. What concerns the whole fleet, concerns each; so does a bus that is away. */
  holds(key: FleetFindingKey): Fits {
    const situation = this.situation();
    if (!isOfNodes(key) || situation === undefined) return EVERY;
    return (node) => isFound(NODE_CHECKS[key](node, situation));
  }

  /** The findings about the nodes that somebody sees, the worst first. */
  verdict(sees: Fits = EVERY): Judged {
    const { inventory, damaged } = this.options;
    const situation = this.situation();
    const found = new Map<FleetFindingKey, KnownNode[]>(FLEET_FINDING_KEYS.map((key) => [key, []]));
    let total = 0;
    for (const node of inventory.all())
      if (sees(node)) {
        total++;
        if (situation !== undefined) for (const key of keysOf(node, situation)) found.get(key)?.push(node);
      }
    const entries = [...found].flatMap(([key, nodes]) => {
      if (key === "fleet.bus") return situation === undefined ? [findingOf(key, {})] : [];
      if (key === "fleet.damaged") {
        const entries = sees === EVERY ? damaged() : [];
        return entries.length > 0
          ? [findingOf(key, { entries: listed(entries), count: entries.length })]
          : [];
      }
      return nodes.length > 0 ? [findingOf(key, valuesOf(nodes, nodes.length, total))] : [];
    });
    return judged(entries);
  }
}

const isFound = (found: boolean | number | undefined): boolean => found !== undefined && found !== false;

const keysOf = (node: KnownNode, situation: FleetSituation): NodeFindingKey[] =>
  CHECKS.flatMap(([key, check]) => (isFound(check(node, situation)) ? [key] : []));

const rank = (key: FleetFindingKey): number => FINDING_LEVELS.indexOf(fleetFindingDefinition(key).level);

function verdictOf(keys: readonly FleetFindingKey[]): NodeEntry["verdict"] {
  const worst = FINDING_LEVELS[Math.max(0, ...keys.map(rank))];
  return worst === undefined || worst === "note" ? "ok" : worst;
}

type Values = FindingEntry["values"];

export function findingOf(key: FleetFindingKey, values: Values): FindingEntry {
  const { level, description, todo } = fleetFindingDefinition(key);
  return { key, level, text: filled(description, values), todo, values, action: null, ports: [] };
}

/** The values of a sentence about nodes: those that it names, how many are so, and how many nodes there are. */
export const valuesOf = (named: readonly { readonly name: string }[], all: number, total: number) => ({
  count: named.length,
  nodes: listed(named.map(({ name }) => name)),
  all,
  total,
});

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMES;
  return `${[...texts].sort().slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
