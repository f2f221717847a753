import type { NodeId } from "../../bus/hub-bus.js";
import type { KnownNode } from "../inventory/known-node.js";

const LOOP_STARTS = 3;
const LOOP_MS = 30 * 60_000;

/** How often routers were started lately. Kept in memory: a hub that has just started counts from zero. */
export class Starts {
  readonly #seen = new Map<NodeId, number>();
  readonly #recent = new Map<NodeId, readonly number[]>();

  look(node: KnownNode, now: number): void {
    const starts = node.report?.starts;
    if (starts === undefined) return;
    const before = this.#seen.get(node.id);
    this.#seen.set(node.id, starts);
    const recent = this.#recent.get(node.id);
    // A service that starts again counts from the beginning.
    const more = before === undefined ? 0 : Math.min(LOOP_STARTS, Math.max(0, starts - before));
    if (more === 0 && recent === undefined) return;
    const times = [...(recent ?? []), ...Array<number>(more).fill(now)].filter((at) => now - at < LOOP_MS);
    if (times.length === 0) this.#recent.delete(node.id);
    else this.#recent.set(node.id, times.slice(-LOOP_STARTS));
  }

  isLoop(id: NodeId): boolean {
    return (this.#recent.get(id)?.length ?? 0) >= LOOP_STARTS;
  }
}
