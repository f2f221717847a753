import type { FleetFindingKey, NodeColumn, NodeEntry, NodeState } from "@pilothouse/protocol";
import type { NodeId } from "../../bus/hub-bus.js";
import type { NodeRecord } from "../../joining/node-record.js";
import { orderOf } from "../view/natural-order.js";
import type { RecentTraffic } from "./recent-traffic.js";
import type { RecentUptime } from "./recent-uptime.js";
import { labelTexts, sharedLabels } from "./shared-labels.js";
import type { StoredReport } from "./stored-report.js";

/** A member has a record. One that waits has asked for one; one that is unknown should have one, and has none here. */
export type Standing = "member" | "waiting" | "unknown";

/** What was found about a node. */
export interface Found {
  readonly keys: readonly FleetFindingKey[];
  /** What cannot be known of it now. */
  readonly unknown: readonly FleetFindingKey[];
  readonly verdict: NodeEntry["verdict"];
  /** In which situation; another object stands for another situation. */
  readonly situation: object;
}

/** A node as the hub knows it: what operators wrote, and what it last said of itself. */
export class KnownNode {
  report: StoredReport | undefined;
  /** When its last report was made, by the hub's clock, or later; null before the first. */
  seen: number | null = null;
  /** The same on the clock that only goes forward; undefined when that was before this hub started. */
  heardAt: number | undefined;
  online = false;
  /**
   * When a hub began to listen that has not heard it since, and does not know what was reported until then: the one
   * before was killed. Otherwise null.
   */
  unheard: number | null = null;
  /** It has said that its service ends, and nothing since. */
  stopped = false;
  /** The runs of its service that are at work, as far as is known. */
  instances: readonly string[] = [];

  /** Since its first report to this hub, and what was saved at the end of the run before. */
  recent: RecentTraffic | undefined;
  uptime: RecentUptime | undefined;
  /** What was found about it; undefined when it has changed since. */
  found: Found | undefined;

  #record: NodeRecord;
  #order: string | undefined;

  constructor(
    readonly id: NodeId,
    record: NodeRecord,
    /** Of the record. */
    public revision: number,
    public standing: Standing = "member",
    /** The name that a node asks for which has none here. Anybody can ask for any name. */
    public asksFor: string | null = null,
  ) {
    this.#record = { ...record, labels: sharedLabels(record.labels) };
  }

  get record(): NodeRecord {
    return this.#record;
  }

  set record(record: NodeRecord) {
    this.#record = { ...record, labels: sharedLabels(record.labels) };
    this.#order = undefined;
  }

  /** Each label as `key=value`. */
  get labelTexts(): readonly string[] {
    return labelTexts(this.#record.labels);
  }

  get name(): string {
    return this.record.name;
  }

  /** The place of its name among others; kept, since all nodes are sorted by it. */
  get order(): string {
    this.#order ??= orderOf(this.name);
    return this.#order;
  }

  get state(): NodeState {
    if (this.standing !== "member") return this.standing;
    if (this.record.duplicate !== undefined) return "duplicate";
    return this.online ? "online" : "offline";
  }

  /** Whether its router runs now, as far as the node says so. */
  get runs(): boolean {
    const phase = this.report?.phase;
    return this.state === "online" && (phase === "running" || phase === "draining");
  }
}

/** Whether a node is one of those that are meant. */
export type Fits = (node: KnownNode) => boolean;

/** How each column is read. Spelled out, so that each is a plain look at a field: a list of all nodes reads a million. */
export const COLUMN_OF: {
  readonly [N in Exclude<NodeColumn, "verdict" | "findings" | "recent" | "gets">]: (
    node: KnownNode,
  ) => NodeEntry[N];
} = {
  name: ({ name }) => name,
  id: ({ id }) => id,
  state: ({ state }) => state,
  labels: ({ record }) => record.labels,
  router: ({ report }) => (report === undefined ? null : report.router),
  simulated: ({ report }) => (report === undefined ? null : report.simulated),
  version: ({ report }) => (report === undefined ? null : report.version),
  service: ({ report }) => (report === undefined ? null : report.service),
  phase: ({ report }) => (report === undefined ? null : report.phase),
  netStatus: ({ report }) => (report === undefined ? null : report.netStatus),
  inbound: ({ report }) => (report === undefined ? null : report.inbound),
  outbound: ({ report }) => (report === undefined ? null : report.outbound),
  participating: ({ report }) => (report === undefined ? null : report.participating),
  uptime: ({ report }) => (report === undefined ? null : report.uptime),
  starts: ({ report }) => (report === undefined ? null : report.starts),
  restartNeeded: ({ report }) => (report === undefined ? null : report.restartNeeded),
  settings: ({ report }) => (report === undefined ? null : report.settings),
  applied: ({ report }) => (report === undefined ? null : report.applied),
  drifted: ({ report }) => (report === undefined ? null : report.drifted),
  allow: ({ report }) => (report === undefined ? null : report.allow),
  asksFor: ({ asksFor }) => asksFor,
  instances: ({ instances }) => instances,
  stopped: ({ stopped }) => stopped,
  joined: ({ record }) => record.joined,
  seen: ({ seen }) => seen,
  unheard: ({ unheard }) => unheard,
  up: ({ uptime }) => uptime?.share ?? null,
  upKnown: ({ uptime }) => uptime?.known ?? 0,
};
