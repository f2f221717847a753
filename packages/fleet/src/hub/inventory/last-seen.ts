import { isObject } from "@pilothouse/protocol";
import type { NodeId } from "../../bus/hub-bus.js";
import { Conflict, type FleetState } from "../../state/state.js";

const SAVE_EVERY_MS = 300_000;
/** Nodes are spread over so many texts, so that one is small enough to be written at once. */
const BATCHES = 64;

/** When nodes were last seen, kept for a hub that starts while they are away. Written in batches, now and then. */
export class LastSeen {
  readonly #batches = Array.from({ length: BATCHES }, () => new Map<NodeId, number>());
  readonly #changed = new Set<number>();
  #savedAt: number | undefined;

  constructor(readonly state: FleetState) {}

  async load(): Promise<ReadonlyMap<NodeId, number>> {
    const found = new Map<NodeId, number>();
    for (const { text } of (await this.state.list("seen/")).values()) {
      const json: unknown = JSON.parse(text);
      if (!isObject(json)) continue;
      for (const [id, at] of Object.entries(json)) if (typeof at === "number") found.set(id, at);
    }
    for (const [id, at] of found) this.#batches[batchOf(id)]?.set(id, at);
    return found;
  }

  saw(id: NodeId, at: number): void {
    const batch = batchOf(id);
    this.#batches[batch]?.set(id, at);
    this.#changed.add(batch);
  }

  forget(id: NodeId): void {
    const batch = batchOf(id);
    if (this.#batches[batch]?.delete(id)) this.#changed.add(batch);
  }

  isDue(now: number): boolean {
    this.#savedAt ??= now;
    return this.#changed.size > 0 && now - this.#savedAt >= SAVE_EVERY_MS;
  }

  /** What could not be written stays to be written. */
  async save(now: number): Promise<void> {
    this.#savedAt = now;
    const changed = [...this.#changed];
    this.#changed.clear();
    await Promise.all(changed.map((batch) => this.#save(batch).catch(() => this.#changed.add(batch))));
  }

  async #save(batch: number): Promise<void> {
    const key = `seen/${String(batch).padStart(2, "0")}`;
    const text = JSON.stringify(Object.fromEntries(this.#batches[batch] ?? []));
    try {
      await this.state.put(key, text, (await this.state.get(key))?.revision ?? 0);
    } catch (error) {
      // Another hub sees the same nodes and has just written the same.
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** By the end of the id: all begin alike. */
function batchOf(id: NodeId): number {
  let sum = 0;
  for (const sign of id.slice(-4)) sum = (sum * 31 + sign.charCodeAt(0)) % BATCHES;
  return sum;
}
