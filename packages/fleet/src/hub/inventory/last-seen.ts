import { setImmediate as turn } from "node:timers/promises";
import { isObject, parseJson } from "@pilothouse/protocol";
import type { NodeId } from "../../bus/hub-bus.js";
import { Conflict, type FleetState } from "../../state/state.js";
import { RecentUptime } from "./recent-uptime.js";

const SAVE_EVERY_MS = 300_000;
/** Nodes are spread over this many texts, so that each is small enough to be written at once. */
const BATCHES = 64;

interface Seen {
  readonly id: NodeId;
  readonly seen: number | null;
  readonly uptime?: RecentUptime | undefined;
}

/**
 * When nodes were last seen, and for how much of the last day their routers ran: kept for a hub that starts while they
 * are away. Written in batches, now and then.
 */
export class LastSeen {
  #isChanged = false;
  #savedAt: number | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(
    readonly state: FleetState,
    private readonly nodes: () => Iterable<Seen>,
  ) {}

  async load(): Promise<ReadonlyMap<NodeId, Omit<Seen, "id">>> {
    const found = new Map<NodeId, Omit<Seen, "id">>();
    for (const { text } of (await this.state.list("seen/")).values()) {
      const json = parseJson(text, { what: "when nodes were last seen" });
      if (!isObject(json)) continue;
      for (const [id, saved] of Object.entries(json)) {
        // An earlier version kept only the time.
        const [seen, uptime] = Array.isArray(saved) ? saved : [saved];
        if (typeof seen === "number") found.set(id, { seen, uptime: RecentUptime.read(uptime) });
      }
    }
    return found;
  }

  /** A node was seen, or is no more. */
  changed(): void {
    this.#isChanged = true;
  }

  isDue(now: number): boolean {
    this.#savedAt ??= now;
    return this.#isChanged && now - this.#savedAt >= SAVE_EVERY_MS;
  }

  /** Resolves when all is written, also what was begun before. What could not be is written the next time. */
  save(now: number): Promise<void> {
    this.#savedAt = now;
    this.#saving = this.#saving.then(() => this.#saveAll());
    return this.#saving;
  }

  async #saveAll(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const batches: Seen[][] = Array.from({ length: BATCHES }, () => []);
    for (const node of this.nodes()) if (node.seen !== null) batches[batchOf(node.id)]?.push(node);
    const saved: Promise<void>[] = [];
    for (const [batch, nodes] of batches.entries()) {
      saved.push(this.#save(batch, nodes).catch(() => this.changed()));
      // Others have their turn between two of them.
      await turn();
    }
    await Promise.all(saved);
  }

  async #save(batch: number, nodes: readonly Seen[]): Promise<void> {
    const key = `seen/${String(batch).padStart(2, "0")}`;
    const stored = await this.state.get(key);
    const text = `{${nodes.map(savedText).join()}}`;
    if (text === (stored?.text ?? "{}")) return;
    try {
      await this.state.put(key, text, stored?.revision ?? 0);
    } catch (error) {
      // Another hub sees the same nodes and has just written the same.
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

const savedText = ({ id, seen, uptime }: Seen): string =>
  `${JSON.stringify(id)}:${uptime === undefined ? seen : `[${seen},"${uptime.text}"]`}`;

/** By the end of the id: all begin alike. */
function batchOf(id: NodeId): number {
  let sum = 0;
  for (let place = Math.max(0, id.length - 4); place < id.length; place++)
    sum = (sum * 31 + id.charCodeAt(place)) % BATCHES;
  return sum;
}
