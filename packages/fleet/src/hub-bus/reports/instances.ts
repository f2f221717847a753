import type { NodeId } from "../../bus/hub-bus.js";
import type { Numbered } from "../../bus/report-mark.js";

/** To whom a command goes, and by how much the node's clock is ahead of the hub's ticks, at least. */
export interface Addressee {
  readonly instance: string;
  readonly ahead: number;
}

interface Known extends Addressee {
  number: number;
  ahead: number;
  /** When its first report arrived. */
  readonly since: number;
  /** Those that it has replaced, the latest last. */
  readonly former: readonly string[];
  ended?: true;
}

const MOST_FORMER = 8;

/** Which instance of each node is at work, by its reports. Times are those of the clock that only goes forward. */
export class Instances {
  readonly #known = new Map<NodeId, Known>();

  /** Where to send a command; undefined when no instance is known to live. */
  addressee(node: NodeId): Addressee | undefined {
    const known = this.#known.get(node);
    return known?.ended ? undefined : known;
  }

  /** Whether another instance has replaced this one. */
  isFormer(node: NodeId, instance: string): boolean {
    return this.#known.get(node)?.former.includes(instance) ?? false;
  }

  /**
   * Takes a report that was made after `made` and arrives now. "late": from before the present instance was seen.
   * "duplicate": made by an instance that was replaced, after the one that replaced it was seen, so both are at work.
   */
  take(
    node: NodeId,
    { instance, number, at, stopped }: Numbered,
    made: number,
    now: number,
  ): "news" | "repeated" | "late" | "duplicate" {
    const known = this.#known.get(node);
    if (known?.instance === instance) {
      if (number <= known.number) return "repeated";
      known.number = number;
      known.ahead = at - now;
      if (stopped) known.ended = true;
      return "news";
    }
    if (known !== undefined && made <= known.since) return "late";
    if (known?.former.includes(instance)) return "duplicate";
    const former = known === undefined ? [] : [...known.former, known.instance].slice(-MOST_FORMER);
    this.#known.set(node, {
      ...{ instance, number, since: now, ahead: at - now, former },
      ...(stopped && { ended: stopped }),
    });
    return "news";
  }

  forget(node: NodeId): void {
    this.#known.delete(node);
  }
}
