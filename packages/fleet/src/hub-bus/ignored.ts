import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import type { Log } from "@pilothouse/server";
import type { NodeId } from "../bus/hub-bus.js";

const LOG_EVERY_MS = 60_000;
const OF_THE_BUS = "Somebody who controls the bus may have made it";

/** Messages that do not count. Each kind is logged once a minute at most: a hostile bus or node can send any number. */
export class Ignored {
  readonly #kinds = new Map<string, { count: number; loggedAt: number }>();

  constructor(private readonly parts: { readonly clock: Clock; readonly log: Log }) {}

  add(node: NodeId, what: string, why = OF_THE_BUS): void {
    const { clock, log } = this.parts;
    const now = ticksOf(clock);
    const kind = this.#kinds.get(what) ?? { count: 0, loggedAt: -Infinity };
    this.#kinds.set(what, kind);
    kind.count++;
    if (now - kind.loggedAt < LOG_EVERY_MS) return;
    log.warn({ node, count: kind.count }, `ignored: ${what}. ${why}`);
    kind.count = 0;
    kind.loggedAt = now;
  }
}
