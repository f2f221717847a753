import { type Clock, ticksOf } from "@pilothouse/drivers/port";
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
import { listed } from "../../listed.js";
import { type Inventory, OFFLINE_AFTER_MS } from "../inventory/inventory.js";
import type { Fits, Found, KnownNode } from "../inventory/known-node.js";
import { EVERY } from "../view/selection.js";
import { type FleetSituation, NODE_CHECKS, type WholeFleetKey } from "./checks.js";

/** How many names a sentence lists. */
const MOST_NAMES = 10;

export type NodeFindingKey = keyof typeof NODE_CHECKS;
const NODE_KEYS = Object.keys(NODE_CHECKS) as NodeFindingKey[];
export const isOfNodes = (key: FleetFindingKey): key is NodeFindingKey => Object.hasOwn(NODE_CHECKS, key);

interface JudgeOptions {
  readonly inventory: Inventory;
  /** Since when reports arrive, by the hub's clock and in ticks; undefined while the bus is away. */
  readonly reportsSince: () => { readonly at: number; readonly ticks: number } | undefined;
  readonly clock: Clock;
  /** The version of the hub. */
  readonly version: string;
  /** Entries of the fleet's state that were set aside. */
  readonly damaged: () => readonly string[];
  /** Other hubs of the fleet that are not heard of. */
  readonly hubsAway: () => readonly string[];
}

/** What a hub finds about its nodes, for everybody who asks: lists, figures and notifications rest on this alone. */
export class FleetJudge {
  /** Set by the roll-outs. */
  changing: () => ReadonlySet<NodeId> = () => new Set();
  /** Roll-outs that failed not long ago; set by them too. */
  failedRollouts: () => readonly string[] = () => [];
  /** The same object while nothing of it has changed. */
  #situation: (FleetSituation & FoundThen) | undefined;

  constructor(readonly options: JudgeOptions) {}

  /** Undefined while the hub gets no reports: then nothing is decided about nodes, they may be well. */
  situation(): (FleetSituation & FoundThen) | undefined {
    const { clock, version } = this.options;
    const since = this.options.reportsSince();
    if (since === undefined) return undefined;
    const reportsSince = since.at;
    const isEarly = ticksOf(clock) - since.ticks < OFFLINE_AFTER_MS;
    const [last, changing] = [this.#situation, this.changing()];
    const isSame =
      last?.reportsSince === reportsSince && last.isEarly === isEarly && areSame(last.changing, changing);
    if (!isSame) this.#situation = { reportsSince, isEarly, version, changing, found: new Map() };
    return this.#situation;
  }

  /** What is found about each node of a list. */
  columns(): { readonly [N in "findings" | "verdict"]: (node: KnownNode) => NodeEntry[N] } {
    const situation = this.situation();
    const keys = (node: KnownNode): readonly FleetFindingKey[] =>
      situation === undefined ? ["fleet.bus"] : foundOf(node, situation).keys;
    // What is not known is neither well nor wrong.
    const verdict = (node: KnownNode) =>
      situation === undefined ? "wait" : foundOf(node, situation).verdict;
    return { findings: keys, verdict };
  }

  /** Whether a finding holds for a node. What concerns the whole fleet, concerns each; so does a bus that is away. */
  holds(key: FleetFindingKey): Fits {
    const situation = this.situation();
    if (!isOfNodes(key) || situation === undefined) return EVERY;
    return (node) => foundOf(node, situation).keys.includes(key);
  }

  /** What is found about the fleet as a whole, and what its sentence says. */
  whole(): ReadonlyMap<WholeFleetKey, Values> {
    const { damaged, hubsAway } = this.options;
    const lists = [
      ["fleet.damaged", damaged()],
      ["fleet.hub", hubsAway()],
      ["fleet.rollout", this.failedRollouts()],
    ] as const;
    return new Map<WholeFleetKey, Values>([
      ...(this.situation() === undefined ? [["fleet.bus", {}] as const] : []),
      ...lists.flatMap(([key, list]) => (list.length > 0 ? [[key, entriesOf(list)] as const] : [])),
    ]);
  }

  /** The findings about the nodes that somebody sees, the worst first. */
  verdict(sees: Fits = EVERY): Judged {
    const situation = this.situation();
    const found = new Map<FleetFindingKey, { count: number; readonly names: string[] }>();
    let total = 0;
    for (const node of this.options.inventory.sorted) {
      if (!sees(node)) continue;
      total++;
      if (situation === undefined) continue;
      for (const key of foundOf(node, situation).keys) {
        const known = found.get(key) ?? { count: 0, names: [] };
        if (known.count++ === 0) found.set(key, known);
        if (known.names.length < MOST_NAMES) known.names.push(node.name);
      }
    }
    const whole = [...this.whole()].filter(([key]) => sees === EVERY || key === "fleet.bus");
    return judged([
      ...whole.map(([key, values]) => findingOf(key, values)),
      ...FLEET_FINDING_KEYS.flatMap((key) => {
        const of = found.get(key);
        return of === undefined ? [] : [findingOf(key, valuesOf(of.names, of.count, total))];
      }),
    ]);
  }
}

const areSame = (some: ReadonlySet<NodeId>, others: ReadonlySet<NodeId>): boolean =>
  some.size === others.size && [...some].every((id) => others.has(id));

/** What was found in a situation: one object for all the nodes of which the same was found, since few are different. */
interface FoundThen {
  readonly found: Map<number, Found>;
}

/** Judged once: thousands of nodes are asked about every second, and few have changed. */
function foundOf(node: KnownNode, situation: FleetSituation & FoundThen): Found {
  if (node.found?.situation === situation) return node.found;
  // A bit for each key that holds, and further up for each that is unknown.
  let bits = 0;
  for (const [place, key] of NODE_KEYS.entries()) {
    const found = NODE_CHECKS[key](node, situation);
    if (found === undefined) bits += 2 ** (NODE_KEYS.length + place);
    else if (found !== false) bits += 2 ** place;
  }
  node.found = situation.found.get(bits) ?? foundBy(bits, situation);
  return node.found;
}

function foundBy(bits: number, situation: FleetSituation & FoundThen): Found {
  const keysFrom = (place: number) =>
    NODE_KEYS.filter((_key, n) => Math.floor(bits / 2 ** (place + n)) % 2 === 1);
  const keys = keysFrom(0);
  const found = { keys, unknown: keysFrom(NODE_KEYS.length), verdict: verdictOf(keys), situation };
  situation.found.set(bits, found);
  return found;
}

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

/** The values of a sentence about nodes: the first names, how many are meant, how many are so, and how many there are. */
export const valuesOf = (names: readonly string[], all: number, total: number, count = all) => ({
  count,
  nodes: listed(names, MOST_NAMES, count),
  all,
  total,
});

/** The same for what is not about nodes. */
const entriesOf = (entries: readonly string[]) => ({
  entries: listed(entries, MOST_NAMES),
  count: entries.length,
});
