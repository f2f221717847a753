import type { NodeColumn, NodeEntry, NodeState } from "@pilothouse/protocol";
import type { NodeId } from "../../bus/hub-bus.js";
import type { Report } from "../../bus/report.js";
import type { NodeRecord } from "../../joining/node-record.js";

/** A node as the hub knows it: what operators wrote, and what it last said of itself. */
export class KnownNode {
  report: Report | undefined;
  /** When it last reported, by the hub's clock; null before the first time. */
  seen: number | null = null;
  /** The same on the clock that only goes forward; undefined when that was before this hub started. */
  heardAt: number | undefined;
  online = false;

  #record: NodeRecord;
  #labelTexts: readonly string[] | undefined;

  constructor(
    readonly id: NodeId,
    record: NodeRecord,
    /** Of the record. */
    public revision: number,
  ) {
    this.#record = record;
  }

  get record(): NodeRecord {
    return this.#record;
  }

  set record(record: NodeRecord) {
    this.#record = record;
    this.#labelTexts = undefined;
  }

  /** Each label as `key=value`; kept, since all nodes are counted by them. */
  get labelTexts(): readonly string[] {
    this.#labelTexts ??= Object.entries(this.#record.labels).map(([key, value]) => `${key}=${value}`);
    return this.#labelTexts;
  }

  get name(): string {
    return this.record.name;
  }

  get state(): NodeState {
    if (this.record.waiting) return "waiting";
    return this.online ? "online" : "offline";
  }
}

const said =
  <K extends keyof Report>(key: K) =>
  ({ report }: KnownNode): Report[K] | null =>
    report?.[key] ?? null;

/** How each column is read. */
export const COLUMN_OF: { readonly [N in NodeColumn]: (node: KnownNode) => NodeEntry[N] } = {
  name: ({ record }) => record.name,
  id: ({ id }) => id,
  state: ({ state }) => state,
  labels: ({ record }) => record.labels,
  router: said("router"),
  simulated: said("simulated"),
  version: said("version"),
  service: said("service"),
  phase: said("phase"),
  netStatus: said("netStatus"),
  inbound: said("inbound"),
  outbound: said("outbound"),
  participating: said("participating"),
  uptime: said("uptime"),
  starts: said("starts"),
  restartNeeded: said("restartNeeded"),
  settings: said("settings"),
  applied: said("applied"),
  drifted: said("drifted"),
  allow: said("allow"),
  joined: ({ record }) => record.joined,
  seen: ({ seen }) => seen,
};

export const entryOf = (node: KnownNode): NodeEntry =>
  Object.fromEntries(
    Object.entries(COLUMN_OF).map(([name, read]) => [name, read(node)]),
  ) as unknown as NodeEntry;
