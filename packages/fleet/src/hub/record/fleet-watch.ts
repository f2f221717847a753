import { type EventKind, type FleetFindingKey, fleetFindingDefinition } from "@pilothouse/protocol";
import type { EventLog } from "@pilothouse/server";
import type { NodeId } from "../../bus/hub-bus.js";
import type { FleetJudge } from "../findings/judge.js";
import type { Inventory } from "../inventory/inventory.js";
import type { Found, KnownNode } from "../inventory/known-node.js";
import { Happened } from "./happened.js";

/** What is over in a moment, or says only that the hub does not know yet, is no event. */
const PASSING: readonly FleetFindingKey[] = ["nodes.awaited", "nodes.busy"];
const isTold = (key: FleetFindingKey) => !PASSING.includes(key);

/** What was last told of a node. */
interface Told {
  readonly name: string;
  readonly isMember: boolean;
  /** What was found then, to see that it is the same; undefined before the first look. */
  readonly found: Found | undefined;
  /** Undefined of a node that was there before the hub: what it had then is no news. */
  readonly keys: readonly FleetFindingKey[] | undefined;
  readonly starts: number;
  readonly version: string;
}

const KIND_OF = {
  problem: "fleet.problem",
  warning: "fleet.warning",
  wait: "fleet.noted",
  note: "fleet.noted",
} as const satisfies { readonly [level: string]: EventKind };

/**
 * Makes events of what becomes of the nodes, as their reports and the hub's findings show it. What happened while the
 * hub did not run is not told.
 */
export class FleetWatch {
  readonly #told = new Map<NodeId, Told>();
  #whole: ReturnType<FleetJudge["whole"]> | undefined;

  constructor(
    readonly inventory: Inventory,
    readonly judge: FleetJudge,
    readonly events: Pick<EventLog, "add">,
  ) {
    for (const node of inventory.all()) this.#told.set(node.id, toldOf(node, undefined));
  }

  /** Resolves when all that is new is in the timeline. */
  async look(): Promise<void> {
    const happened = new Happened();
    const situation = this.judge.situation();
    this.#lookAtAll(happened);
    const { findings } = this.judge.columns();
    // While the hub has not heard all nodes, it knows nothing new about any.
    const known = situation?.isEarly ? undefined : situation;
    for (const node of this.inventory.all()) {
      if (known !== undefined) findings(node);
      const told = this.#told.get(node.id);
      if (told !== undefined && isAsTold(node, told)) continue;
      const before = told ?? { ...toldOf(node, []), isMember: false };
      if (!before.isMember && node.standing === "member") happened.to(node.name, "fleet.joined");
      const now = known === undefined ? { ...before, ...whoOf(node) } : nextOf(node, before);
      this.#tell(node, before, now, happened);
      this.#told.set(node.id, now);
    }
    if (this.#told.size > this.inventory.size) this.#forget(happened);
    await Promise.all(happened.all().map(([kind, data]) => this.events.add(kind, data)));
  }

  /** What concerns the fleet as a whole. */
  #lookAtAll(happened: Happened): void {
    const now = this.judge.whole();
    // That a roll-out failed was told when it did.
    const before = this.#whole ?? new Map([...now].filter(([key]) => key === "fleet.rollout"));
    for (const [kind, data] of changesOf([...before.keys()], [...now.keys()])) {
      const { entries } = now.get(data.finding) ?? before.get(data.finding) ?? {};
      happened.toAll(kind, entries === undefined ? data : { ...data, entries: String(entries) });
    }
    this.#whole = now;
  }

  #tell({ name }: KnownNode, before: Told, now: Told, happened: Happened): void {
    if (before.keys !== undefined && now.keys !== undefined && before.keys !== now.keys)
      for (const [kind, data] of changesOf(before.keys, now.keys)) happened.to(name, kind, data);
    if (before.starts > 0 && now.starts > before.starts) happened.to(name, "router.started");
    if (before.version !== "" && now.version !== "" && before.version !== now.version)
      happened.to(name, "update.installed", { was: before.version, now: now.version });
  }

  #forget(happened: Happened): void {
    for (const [id, { name, isMember }] of this.#told) {
      if (this.inventory.find(id) !== undefined) continue;
      this.#told.delete(id);
      if (isMember) happened.to(name, "fleet.removed");
    }
  }
}

const whoOf = ({ name, standing }: KnownNode) => ({ name, isMember: standing === "member" });

/** What it said of its router before is not compared: the hub was not there, or it was not. */
const toldOf = (node: KnownNode, keys: Told["keys"]): Told => ({
  ...whoOf(node),
  found: undefined,
  keys,
  starts: 0,
  version: "",
});

/** Nothing is made anew for the many nodes of which this is true: it would only be garbage at the next look. */
const isAsTold = ({ name, standing, found, report }: KnownNode, told: Told): boolean =>
  found === told.found &&
  told.keys !== undefined &&
  name === told.name &&
  (standing === "member") === told.isMember &&
  (report === undefined || (report.starts === told.starts && report.version === told.version));

/** What is so now; what cannot be known of a node now, because it is away or is being changed, stays. */
function nextOf(node: KnownNode, before: Told): Told {
  const { found, report } = node;
  const { starts, version } = report ?? before;
  const rest = { ...whoOf(node), found, starts, version };
  if (found === undefined || (found === before.found && before.keys !== undefined))
    return { ...rest, keys: before.keys };
  const stay = (before.keys ?? []).filter((key) => found.unknown.includes(key));
  return { ...rest, keys: [...found.keys.filter(isTold), ...stay] };
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
