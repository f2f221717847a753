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
  /** Those that it has replaced, and copies, the latest last. */
  former: readonly string[];
  generation: number;
  /** It has said goodbye. */
  ended: true | undefined;
}

const MOST_FORMER = 8;

const NONE: readonly string[] = [];

const withFormer = (former: readonly string[], instance: string): readonly string[] =>
  former.includes(instance) ? former : [...former, instance].slice(-MOST_FORMER);

/** Which instance of each node is at work, by its reports. Times are those of the clock that only goes forward. */
export class Instances {
  readonly #known = new Map<NodeId, Known>();

  /** Where to send a command; undefined when no instance is known to live. */
  addressee(node: NodeId): Addressee | undefined {
    const known = this.#known.get(node);
    return known?.ended ? undefined : known;
  }

  /** Whether this one is known, and another one is at work in its place. */
  isFormer(node: NodeId, instance: string): boolean {
    return this.#known.get(node)?.former.includes(instance) ?? false;
  }

  /**
   * Takes a report that was made after `made` and arrives now. `wanted`: the generation in the record.
   * "new": the first of its instance. "late": from before the present instance was seen. "duplicate": made by an
   * instance that was replaced, after the one that replaced it was seen, so both are at work. "copy": another one stays.
   */
  take(
    node: NodeId,
    { instance, number, at, stopped, left, generation = 0 }: Numbered,
    made: number,
    now: number,
    wanted = 0,
  ): "new" | "news" | "repeated" | "late" | "duplicate" | "copy" {
    const known = this.#known.get(node);
    if (generation < Math.max(wanted, known?.generation ?? 0)) {
      if (known !== undefined && known.instance !== instance)
        known.former = withFormer(known.former, instance);
      return "copy";
    }
    if (known?.instance === instance) {
      if (number <= known.number) return "repeated";
      known.number = number;
      known.ahead = at - now;
      known.generation = generation;
      known.ended = stopped ?? left;
      return "news";
    }
    if (known !== undefined && known.generation === generation) {
      if (made <= known.since) return "late";
      if (known.former.includes(instance) && !known.ended) return "duplicate";
    }
    const replaced = known === undefined || known.ended ? NONE : withFormer(known.former, known.instance);
    const former = replaced.includes(instance) ? replaced.filter((one) => one !== instance) : replaced;
    this.#known.set(node, {
      ...{ instance, number, since: now, ahead: at - now, former, generation, ended: stopped ?? left },
    });
    return "new";
  }

  forget(node: NodeId): void {
    this.#known.delete(node);
  }
}
