import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import type { Log } from "@pilothouse/server";
import type { NodeId } from "../bus/hub-bus.js";

const LOG_EVERY_MS = 60_000;

/** Messages that do not count. They are logged once a minute at most: a hostile bus can send any number. */
export class Ignored {
  #count = 0;
  #loggedAt = -Infinity;

  constructor(private readonly parts: { readonly clock: Clock; readonly log: Log }) {}

  add(node: NodeId, what: string): void {
    const { clock, log } = this.parts;
    this.#count++;
    if (ticksOf(clock) - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = ticksOf(clock);
    log.warn(
      { node, count: this.#count },
      `ignored: ${what}. Somebody who controls the bus may have made it`,
    );
    this.#count = 0;
  }
}
