import type { TestClock } from "@pilothouse/system/testing/test-clock";
import { type Command, type HubBus, NodeAway, type NodeId, NodeRefused } from "../../../../bus/hub-bus.js";
import type { Report } from "../../../../bus/report.js";
import { Conflict, type FleetState, type Stored } from "../../../../state/state.js";
import type { FleetView, SeenNode } from "../../../view/view.js";

/** The state that all hubs of a test share: compare-and-set in memory. */
export class PlayedState implements FleetState {
  readonly #stored = new Map<string, Stored>();
  readonly #watchers = new Set<(key: string, stored: Stored | undefined) => void>();
  #last = 0;
  writes = 0;

  async get(key: string): Promise<Stored | undefined> {
    return this.#stored.get(key);
  }

  async put(key: string, text: string, revision: number): Promise<number> {
    if ((this.#stored.get(key)?.revision ?? 0) !== revision) throw new Conflict(key);
    const stored = { text, revision: ++this.#last };
    this.#stored.set(key, stored);
    this.writes++;
    this.#notify(key, stored);
    return stored.revision;
  }

  async remove(key: string, revision: number): Promise<void> {
    if (this.#stored.get(key)?.revision !== revision) throw new Conflict(key);
    this.#stored.delete(key);
    this.#notify(key, undefined);
  }

  async list(prefix: string): Promise<ReadonlyMap<string, Stored>> {
    return new Map([...this.#stored].filter(([key]) => key.startsWith(prefix)));
  }

  watch(prefix: string, changed: (key: string, stored: Stored | undefined) => void): () => void {
    const watcher = (key: string, stored: Stored | undefined) => {
      if (key.startsWith(prefix)) changed(key, stored);
    };
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async close(): Promise<void> {}

  #notify(key: string, stored: Stored | undefined): void {
    for (const watcher of this.#watchers) watcher(key, stored);
  }
}

export interface PlayedNode {
  readonly id: NodeId;
  readonly labels: { readonly [name: string]: string };
  online: boolean;
  /** How often its router was restarted. */
  restarts: number;
  /** When its router comes back; undefined while it runs. */
  backAt: number | undefined;
  startedAt: number;
  participating: number;
  netStatus: number;
  /** What its network status is after a restart, where that differs. */
  netStatusAfter: number | undefined;
  phase: string;
  /** Its router does not come back to health. */
  sick: boolean;
  allow: Report["allow"];
  /** Has tunnels that do not end. */
  drains: boolean;
  /** Does not answer though it carries commands out. */
  mute: boolean;
  lastSeen: number;
  /** What it has carried out, as a node keeps it on disk. */
  readonly carriedOut: Map<string, string>;
  /** What it answers to methods other than a restart. */
  answers: { [method: string]: (params: object) => unknown };
}

const DOWN_MS = 20_000;

/** Nodes on a clock that is played, and the bus to them. */
export class PlayedFleet implements FleetView {
  readonly nodes = new Map<NodeId, PlayedNode>();
  /** How many nodes were out at once, at most. */
  mostOut = 0;
  #out = 0;

  constructor(
    readonly clock: TestClock,
    count: number,
    labels: (n: number) => PlayedNode["labels"] = () => ({}),
  ) {
    for (let n = 0; n < count; n++) {
      const id = `U${String(n).padStart(6, "0")}`;
      this.nodes.set(id, {
        id,
        labels: labels(n),
        online: true,
        restarts: 0,
        backAt: undefined,
        startedAt: clock.ms - 86_400_000,
        participating: 100,
        netStatus: 0,
        netStatusAfter: undefined,
        phase: "running",
        sick: false,
        allow: "all",
        mute: false,
        drains: false,
        lastSeen: clock.ms,
        carriedOut: new Map(),
        answers: {},
      });
    }
  }

  at(n: number): PlayedNode {
    const node = [...this.nodes.values()][n];
    if (node === undefined) throw new Error(`There is no node ${n}`);
    return node;
  }

  find(id: NodeId): SeenNode | undefined {
    const node = this.nodes.get(id);
    if (node === undefined) return undefined;
    this.#wake(node);
    if (node.online) node.lastSeen = this.clock.ms;
    const out = node.backAt !== undefined;
    return {
      id,
      name: id.toLowerCase(),
      record: { labels: node.labels },
      state: node.online ? "online" : "offline",
      seen: node.lastSeen,
      report: {
        at: this.clock.ms,
        service: "0.1.0",
        router: "played",
        simulated: true,
        version: "1.0",
        phase: out ? "starting" : node.phase,
        netStatus: out ? 1 : ((node.restarts > 0 ? node.netStatusAfter : undefined) ?? node.netStatus),
        inbound: 0,
        outbound: 0,
        participating: out || (node.sick && node.restarts > 0) ? 0 : node.participating,
        uptime: this.clock.ms - node.startedAt,
        starts: node.restarts + 1,
        restartNeeded: false,
        settings: "",
        applied: null,
        drifted: false,
        crashing: false,
        allow: node.allow,
      },
    };
  }

  *all(): Iterable<SeenNode> {
    for (const id of this.nodes.keys()) {
      const node = this.find(id);
      if (node !== undefined) yield node;
    }
  }

  /** The bus as one hub sees it; `crash` ends that hub: what it sends from then on is lost. */
  bus(): Pick<HubBus, "call" | "notify" | "connected"> & { crashed: boolean; sent: number } {
    const bus = {
      crashed: false,
      sent: 0,
      connected: true,
      notify: async () => {},
      call: async (id: NodeId, command: Command): Promise<string> => {
        if (bus.crashed) return new Promise<string>(() => {});
        bus.sent++;
        return this.#answer(id, command);
      },
    };
    return bus;
  }

  #answer(id: NodeId, { text, expires, once }: Command): string {
    const node = this.nodes.get(id);
    if (node === undefined || !node.online) throw new NodeAway("nobody answers", true);
    if (this.clock.ms > expires) throw new NodeRefused("the command has expired");
    const known = once && node.carriedOut.get(once.key);
    const answer = known ?? JSON.stringify({ jsonrpc: "2.0", id: 1, result: this.#carryOut(node, text) });
    if (once !== undefined) node.carriedOut.set(once.key, answer);
    if (node.mute) throw new NodeAway("no answer in time");
    return answer;
  }

  #carryOut(node: PlayedNode, text: string): unknown {
    const { method, params } = JSON.parse(text) as { method: string; params: object };
    const name = method === "RouterManager" ? (Object.keys(params)[0] ?? "") : method;
    if (!name.startsWith("Restart")) return node.answers[name]?.(params) ?? {};
    if (node.drains && name === "RestartGraceful") {
      node.phase = "draining";
      return { [name]: null };
    }
    node.phase = "running";
    node.restarts++;
    node.backAt = this.clock.ms + DOWN_MS;
    this.#out++;
    this.mostOut = Math.max(this.mostOut, this.#out);
    return { [name]: null };
  }

  /** A router comes back by itself; a sick one counts as back for the number under way. */
  #wake(node: PlayedNode): void {
    if (node.backAt === undefined || this.clock.ms < node.backAt) return;
    node.startedAt = node.backAt;
    node.backAt = undefined;
    this.#out--;
  }
}
