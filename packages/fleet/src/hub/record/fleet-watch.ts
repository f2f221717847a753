import { type EventKind, type FleetFindingKey, fleetFindingDefinition } from "@pilothouse/protocol";
import type { EventLog } from "@pilothouse/server";
import type { NodeId } from "../../bus/hub-bus.js";
import type { FleetJudge } from "../findings/judge.js";
import type { Inventory } from "../inventory/inventory.js";
import type { Found, KnownNode } from "../inventory/known-node.js";
import { Happened } from "./happened.js";
import { oneOf, type ToldFindings } from "./told-findings.js";

/** What is over in a moment, or says only that the hub does not know yet, is no event. */
const PASSING: readonly FleetFindingKey[] = ["nodes.awaited", "nodes.busy"];
const isTold = (key: FleetFindingKey) => !PASSING.includes(key);

type Keys = readonly FleetFindingKey[];

/** What was last told of a node. Written over when there is news: all nodes are looked at every few seconds. */
class Told {
  name: string;
  isMember: boolean;
  /** What was found then, to see that it is the same; undefined before the first look. */
  found: Found | undefined;
  /** Undefined of a node of which nothing was told yet, and that was there before the hub: what it has is no news. */
  keys: Keys | undefined;
  starts: number;
  version: string;

  constructor({ name, standing, report }: KnownNode, keys: Keys | undefined) {
    this.name = name;
    this.isMember = standing === "member";
    this.keys = keys;
    this.starts = report?.starts ?? 0;
    this.version = report?.version ?? "";
  }
}

const KIND_OF = {
  problem: "fleet.problem",
  warning: "fleet.warning",
  wait: "fleet.noted",
  note: "fleet.noted",
} as const satisfies { readonly [level: string]: EventKind };

interface WatchOptions {
  readonly inventory: Inventory;
  readonly judge: FleetJudge;
  readonly events: Pick<EventLog, "add">;
  readonly told: ToldFindings;
}

/**
 * Makes events of what becomes of the nodes, as their reports and the hub's findings show it. After a start the hub
 * compares with what it told before: each node when it has reported again, or has had the time to.
 */
export class FleetWatch {
  readonly #told = new Map<NodeId, Told>();
  #whole: ReturnType<FleetJudge["whole"]> | undefined;

  constructor(private readonly options: WatchOptions) {
    const { inventory, told } = options;
    for (const node of inventory.all()) {
      const keys = told.take(node.id);
      this.#told.set(node.id, new Told(node, keys));
      if (keys === undefined) told.changed(node.id);
    }
  }

  /** Resolves when all that is new is in the timeline. */
  async look(): Promise<void> {
    const { inventory, judge, events, told: kept } = this.options;
    const happened = new Happened();
    const isDeaf = judge.situation() === undefined;
    this.#lookAtAll(happened);
    const { findings } = judge.columns();
    for (const node of inventory.all()) {
      if (!isDeaf) findings(node);
      const told = this.#told.get(node.id) ?? this.#meet(node);
      if (isAsTold(node, told)) continue;
      if (!told.isMember && node.standing === "member") happened.to(node.name, "fleet.joined");
      told.name = node.name;
      told.isMember = node.standing === "member";
      if (!isDeaf) this.#tell(node, told, happened);
    }
    if (this.#told.size > inventory.size) this.#forget(happened);
    // In one commit, since they are written together.
    await Promise.all([
      ...happened.all().map(([kind, data]) => events.add(kind, data)),
      kept.save(this.#told, [...(this.#whole?.keys() ?? [])]),
    ]);
  }

  /** What concerns the fleet as a whole. */
  #lookAtAll(happened: Happened): void {
    const { judge, told } = this.options;
    const now = judge.whole();
    const before = this.#whole;
    // That a roll-out failed was told when it did, also by a version that kept nothing of it.
    const keys = [
      ...(before?.keys() ?? told.take() ?? [...now.keys()].filter((key) => key === "fleet.rollout")),
    ];
    const changes = changesOf<FleetFindingKey>(keys, [...now.keys()]);
    for (const [kind, data] of changes) {
      const [found] = [now, before]
        .flatMap((some) => [...(some ?? [])])
        .filter(([key]) => key === data.finding);
      const { entries } = found?.[1] ?? {};
      happened.toAll(kind, entries === undefined ? data : { ...data, entries: String(entries) });
    }
    if (changes.length > 0 || before === undefined) told.changed();
    this.#whole = now;
  }

  /** One that is unknown here is met again after each start. */
  #meet(node: KnownNode): Told {
    const told = new Told(node, this.options.told.take(node.id) ?? []);
    told.isMember = false;
    this.#told.set(node.id, told);
    return told;
  }

  #tell(node: KnownNode, told: Told, happened: Happened): void {
    const { id, name, found, report } = node;
    const keys = keysOf(found, told);
    if (keys !== undefined && keys !== told.keys) {
      const changes = changesOf(told.keys ?? keys, keys);
      for (const [kind, data] of changes) happened.to(name, kind, data);
      if (changes.length > 0 || told.keys === undefined) this.options.told.changed(id);
    }
    told.keys = keys;
    told.found = found;
    if (report === undefined) return;
    const { starts, version } = report;
    if (told.starts > 0 && starts > told.starts) happened.to(name, "router.started");
    if (told.version !== "" && version !== "" && told.version !== version)
      happened.to(name, "update.installed", { was: told.version, now: version });
    told.starts = starts;
    told.version = version;
  }

  #forget(happened: Happened): void {
    for (const [id, { name, isMember }] of this.#told) {
      if (this.options.inventory.find(id) !== undefined) continue;
      this.#told.delete(id);
      this.options.told.changed(id);
      if (isMember) happened.to(name, "fleet.removed");
    }
  }
}

/** Nothing is made anew for the many nodes of which this is true: it would only be garbage at the next look. */
const isAsTold = ({ name, standing, found, report }: KnownNode, told: Told): boolean =>
  found === told.found &&
  told.keys !== undefined &&
  name === told.name &&
  (standing === "member") === told.isMember &&
  (report === undefined || (report.starts === told.starts && report.version === told.version));

/** What is so now; what cannot be known of a node now, because it is away or is being changed, stays. */
function keysOf(found: Found | undefined, told: Told): Keys | undefined {
  const isSame = found === undefined || (found === told.found && told.keys !== undefined);
  if (isSame || found.keys.includes("nodes.awaited")) return told.keys;
  const stay = (told.keys ?? []).filter((key) => found.unknown.includes(key));
  return oneOf([...found.keys.filter(isTold), ...stay]);
}

/** Findings that have come, and those that are over. */
function changesOf<K extends FleetFindingKey>(
  before: readonly K[],
  now: readonly K[],
): readonly (readonly [EventKind, { readonly finding: K; readonly what: string }])[] {
  const dataOf = (finding: K) => ({
    finding,
    what: fleetFindingDefinition(finding).description.split(/: \{|\. |\.$/, 1)[0] ?? finding,
  });
  return [
    ...now
      .filter((key) => !before.includes(key))
      .map((key) => [KIND_OF[fleetFindingDefinition(key).level], dataOf(key)] as const),
    ...before.filter((key) => !now.includes(key)).map((key) => ["fleet.resolved", dataOf(key)] as const),
  ];
}
