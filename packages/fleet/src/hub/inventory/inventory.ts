import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { isNodeName, isObject } from "@pilothouse/protocol";
import { every } from "@pilothouse/system";
import type { NodeId } from "../../bus/hub-bus.js";
import { fingerprintOf, readFingerprint } from "../../joining/join-messages.js";
import { nameLike } from "../../joining/names.js";
import type { NodeRecord, WaitingRecord } from "../../joining/node-record.js";
import { documentIn } from "../../state/documents.js";
import { follow } from "../../state/follow.js";
import type { FleetState, Stored } from "../../state/state.js";
import { EVERY } from "../view/selection.js";
import { type Fits, KnownNode } from "./known-node.js";
import { LastSeen } from "./last-seen.js";
import { NameIndex } from "./name-index.js";
import { RecentTraffic } from "./recent-traffic.js";
import { StoredReport } from "./stored-report.js";
import { type Summary, type Totals, totalsOf } from "./summary.js";

/** How often a node reports; one that misses three is offline. */
const REPORT_EVERY_MS = 15_000;
export const OFFLINE_AFTER_MS = 3 * REPORT_EVERY_MS;
const CLEAN_UP_EVERY_MS = 2_000;
/** How long a node that is unknown here stays in the list after its last report. */
const KEEP_UNKNOWN_MS = 10 * 60_000;
/** A hub that has lost its state meets all its nodes; the others are listed when these are adopted. */
export const MOST_UNKNOWN = 1_000;

interface InventoryEvents {
  /** It has come, gone, or changed its state. */
  readonly onState?: (node: KnownNode) => void;
  /** Two machines use its key at once, and its record does not say so. */
  readonly onDuplicate?: (node: KnownNode) => void;
  /** Called for a node that was not known before. */
  readonly onNew?: (node: KnownNode) => void;
}

export interface Page {
  readonly nodes: readonly KnownNode[];
  /** The name behind which the next page begins. */
  readonly next: string | null;
}

/**
 * All nodes of the fleet, in memory: records from the state, the rest from what they report. Whether a node is
 * online is decided by the hub's own clock, the one that cannot be set.
 */
export class Inventory {
  readonly #nodes = new Map<NodeId, KnownNode>();
  readonly #names = new NameIndex<KnownNode>();
  readonly #lastSeen: LastSeen;
  #totals: Totals = totalsOf([]);
  /** Their reports do not count, even if a bus still lets them in: the hub itself has removed them. */
  readonly #removed = new Set<NodeId>();
  #unknown = 0;
  #loaded = false;
  readonly #ends: (() => unknown)[] = [];

  constructor(
    readonly state: FleetState,
    readonly clock: Clock,
    readonly events: InventoryEvents = {},
  ) {
    this.#lastSeen = new LastSeen(state, () => this.#nodes.values());
  }

  /** Loads what the state holds, and follows it from then on. */
  async start(): Promise<void> {
    const { state } = this;
    this.#ends.push(await follow(state, "revoked/", (key) => this.#revoked(key)));
    for (const below of ["node/", "waiting/"])
      this.#ends.push(await follow(state, below, (key, stored) => this.#changed(key, stored)));
    const isKnown = (id: NodeId) => this.#nodes.has(id);
    await this.#lastSeen.load(isKnown, (id, { seen, uptime, isExact, unheard, report, recent }) => {
      const node = this.#nodes.get(id);
      if (node === undefined) return;
      if (node.seen === null && !isExact) {
        node.unheard = unheard ?? this.clock.now();
        this.#lastSeen.changed();
      }
      this.#totals.take(node);
      node.seen ??= seen;
      node.uptime ??= uptime;
      node.report ??= report;
      node.recent ??= recent;
      this.#totals.put(node);
    });
    this.#loaded = true;
    this.#ends.push(every(CLEAN_UP_EVERY_MS, () => this.cleanUp()));
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    await this.#lastSeen.save(ticksOf(this.clock), true);
  }

  get size(): number {
    return this.#nodes.size;
  }

  all(): Iterable<KnownNode> {
    return this.#nodes.values();
  }

  /** All, in the order of their names. Not to be kept. */
  get sorted(): readonly KnownNode[] {
    return this.#names.sorted;
  }

  /** By id or name; one that has no name by its fingerprint. */
  find(which: string): KnownNode | undefined {
    return this.#nodes.get(which) ?? this.#names.get(readFingerprint(which) ?? which);
  }

  /** Undefined for one that waits, or has no record here. */
  member(id: NodeId): KnownNode | undefined {
    const node = this.#nodes.get(id);
    return node?.standing === "member" ? node : undefined;
  }

  /** What a node that asks for this name would be called now. */
  nameFor(wanted: string): string {
    for (let n = 1; ; n++) {
      const name = nameLike(wanted, n);
      if (this.#names.get(name) === undefined) return name;
    }
  }

  /** Nodes that fit, in the order of their names. */
  page(wanted: Fits, after: string | undefined, limit: number): Page {
    const nodes: KnownNode[] = [];
    const { sorted } = this.#names;
    for (let place = after === undefined ? 0 : this.#names.after(after); place < sorted.length; place++) {
      const node = sorted[place] as KnownNode;
      if (!wanted(node)) continue;
      if (nodes.length === limit) return { nodes, next: nodes.at(-1)?.name ?? null };
      nodes.push(node);
    }
    return { nodes, next: null };
  }

  select(wanted: Fits): KnownNode[] {
    return this.#names.sorted.filter(wanted);
  }

  /** The fleet as a whole, or those of it that fit. */
  summary(wanted: Fits = EVERY): Summary {
    if (wanted !== EVERY) return totalsOf(this.select(wanted)).summary;
    if (!this.#totals.exact) this.#totals = totalsOf(this.#nodes.values());
    return this.#totals.summary;
  }

  /**
   * What the bus brings, made at this time or later. Only that counts as the time when the node was seen: a bus can
   * hold reports back.
   */
  report(id: NodeId, report: unknown, made = ticksOf(this.clock)): void {
    const node = this.#nodes.get(id) ?? this.#meet(id, made);
    if (node === undefined) return;
    const wasOnline = node.online;
    this.#totals.take(node);
    node.report ??= new StoredReport();
    if (node.report.take(report)) node.found = undefined;
    if (node.standing === "unknown") node.asksFor = nameIn(report) ?? node.asksFor;
    const now = ticksOf(this.clock);
    node.heardAt = Math.max(made, node.heardAt ?? made);
    node.online = now - node.heardAt < OFFLINE_AFTER_MS;
    this.#totals.put(node);
    node.recent ??= new RecentTraffic();
    node.recent.take(this.clock.now(), node.report.inbound + node.report.outbound);
    if (node.seen === null) this.#lastSeen.cameOrWent(id);
    node.seen = Math.round(this.clock.now() - (now - node.heardAt));
    node.unheard = null;
    node.stopped = false;
    this.#lastSeen.changed();
    if (node.online !== wasOnline) this.#stateChanged(node);
  }

  /** The instances of a node that are at work: a new one, or two at once. */
  instances(id: NodeId, instances: readonly string[]): void {
    const node = this.#nodes.get(id);
    if (node === undefined) return;
    node.instances = instances;
    if (instances.length > 1 && node.standing === "member" && node.record.duplicate === undefined)
      this.events.onDuplicate?.(node);
  }

  /** The node has said that its service ends. */
  stopped(id: NodeId): void {
    const node = this.#nodes.get(id);
    if (node === undefined) return;
    node.stopped = true;
    if (node.online) this.#offline(node);
  }

  /** Finds those that have been silent for too long, and saves now and then when nodes were last seen. */
  cleanUp(): void {
    const now = ticksOf(this.clock);
    for (const node of this.#nodes.values()) {
      if (node.online && now - (node.heardAt ?? 0) >= OFFLINE_AFTER_MS) this.#offline(node);
      if (node.standing === "unknown" && now - (node.heardAt ?? 0) > KEEP_UNKNOWN_MS) this.#forget(node);
    }
    void (this.#lastSeen.isDue(now) ? this.save() : this.#lastSeen.saveUrgent());
  }

  /** The uptimes of nodes have changed, so that they are saved with the rest. */
  looked(): void {
    this.#lastSeen.changed();
  }

  /** What cannot be saved now is saved the next time. */
  save(): Promise<void> {
    return this.#lastSeen.save(ticksOf(this.clock));
  }

  #offline(node: KnownNode): void {
    this.#totals.take(node);
    node.online = false;
    this.#totals.put(node);
    this.#lastSeen.cameOrWent(node.id);
    this.#stateChanged(node);
  }

  #stateChanged(node: KnownNode): void {
    node.found = undefined;
    this.events.onState?.(node);
  }

  /** Its report was made with a key of the fleet, and there is no record of it: this hub's state is too old, or was lost. */
  #meet(id: NodeId, made: number): KnownNode | undefined {
    const isOld = ticksOf(this.clock) - made >= OFFLINE_AFTER_MS;
    if (isOld || this.#removed.has(id) || this.#unknown >= MOST_UNKNOWN) return undefined;
    const record = { name: fingerprintOf(id), labels: {}, joined: this.clock.now(), invitation: "" };
    const node = new KnownNode(id, record, 0, "unknown");
    this.#add(node);
    return node;
  }

  #revoked(key: string): void {
    const id = key.slice("revoked/".length);
    this.#removed.add(id);
    const node = this.#nodes.get(id);
    if (node?.standing === "unknown") this.#forget(node);
  }

  #changed(key: string, stored: Stored | undefined): void {
    const known = this.#nodes.get(idIn(key));
    // A part of a text would keep the whole in memory; a copy of it does not.
    const id = known?.id ?? Buffer.from(idIn(key)).toString();
    const waits = key.startsWith("waiting/");
    if (
      known !== undefined &&
      known.revision === stored?.revision &&
      waits === (known.standing === "waiting")
    )
      return;
    if (waits) this.#waits(id, known, stored);
    else if (stored === undefined) this.#forget(known);
    else
      this.#put(
        known,
        new KnownNode(id, documentIn(stored, "the record of a node") as NodeRecord, stored.revision),
      );
  }

  /** It has no name yet, and is listed by its fingerprint. */
  #waits(id: NodeId, known: KnownNode | undefined, stored: Stored | undefined): void {
    if (known?.standing === "member") return;
    const asked = stored && (documentIn(stored, "the record of a waiting node") as WaitingRecord);
    if (stored === undefined || asked === undefined || asked.refused !== undefined) {
      this.#forget(known);
      return;
    }
    const { name: asksFor, labels, since: joined, invitation } = asked;
    const record = { name: fingerprintOf(id), labels, joined, invitation };
    this.#put(known, new KnownNode(id, record, stored.revision, "waiting", asksFor));
  }

  #put(known: KnownNode | undefined, next: KnownNode): void {
    if (known === undefined) {
      this.#add(next);
      return;
    }
    const before = known.state;
    this.#names.remove(known);
    this.#totals.take(known);
    if (known.standing === "unknown") this.#unknown--;
    known.record = next.record;
    known.revision = next.revision;
    known.standing = next.standing;
    known.asksFor = next.asksFor;
    this.#totals.put(known);
    this.#names.add(known);
    if (known.state !== before) this.#stateChanged(known);
  }

  #add(node: KnownNode): void {
    if (node.standing === "unknown") this.#unknown++;
    this.#nodes.set(node.id, node);
    this.#names.add(node);
    this.#totals.put(node);
    if (this.#loaded) this.events.onNew?.(node);
  }

  #forget(node: KnownNode | undefined): void {
    if (node === undefined) return;
    if (node.standing === "unknown") this.#unknown--;
    this.#nodes.delete(node.id);
    this.#names.remove(node);
    this.#totals.take(node);
    this.#lastSeen.changed();
    node.online = false;
    this.events.onState?.(node);
  }
}

const idIn = (key: string): NodeId => key.slice(key.lastIndexOf("/") + 1);

/** What a node that a hub does not know calls itself. */
const nameIn = (report: unknown): string | undefined =>
  isObject(report) && isNodeName(report["name"]) ? report["name"] : undefined;
