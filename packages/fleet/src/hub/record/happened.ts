import type { EventData, EventKind } from "@pilothouse/protocol";
import { byName } from "../view/natural-order.js";

/** How many nodes an event names. */
const MOST_NAMES = 50;

/** What happened at one time. The same that happened to many nodes is one event: a thousand may go away together. */
export class Happened {
  readonly #events = new Map<
    string,
    { readonly kind: EventKind; readonly data: EventData; names: string[] }
  >();

  to(node: string, kind: EventKind, data: EventData = {}): void {
    this.#event(kind, data).names.push(node);
  }

  /** To the fleet as a whole. */
  toAll(kind: EventKind, data: EventData): void {
    this.#event(kind, data);
  }

  all(): readonly (readonly [EventKind, EventData])[] {
    return [...this.#events.values()].map(({ kind, data, names }) => {
      if (names.length === 0) return [kind, data];
      const named = names.sort(byName).slice(0, MOST_NAMES);
      return [kind, { ...data, nodes: named.join(", "), count: names.length }];
    });
  }

  #event(kind: EventKind, data: EventData) {
    const key = JSON.stringify([kind, data]);
    const known = this.#events.get(key) ?? { kind, data, names: [] };
    this.#events.set(key, known);
    return known;
  }
}
