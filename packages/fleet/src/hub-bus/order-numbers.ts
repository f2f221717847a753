import { type Clock, serialQueue } from "@pilothouse/drivers/port";
import { putValue, readValue, type Store } from "@pilothouse/server";

const KEY = "hub.orders";
/** So far ahead numbers are reserved on disk: one write in ten minutes. */
const RESERVED = 600_000;
/** A node that lies must not use up the numbers there are. */
const MOST_AHEAD = 100 * 365 * 86_400_000;

/**
 * The numbers of what a hub signs, each higher than all before. They follow the time, so that they are higher also
 * after an old backup was restored, and what is on disk is never used twice, also if the clock was set back. After a
 * backup from before a clock ran ahead, nodes know higher ones: they name them, and the hub goes on from there.
 */
export class OrderNumbers {
  #last: number;
  #reserved: number;
  readonly #serially = serialQueue();

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    this.#last = Number(readValue(store, KEY) ?? 0);
    this.#reserved = this.#last;
  }

  /** In the order of the calls: of two changes for one node, the one with the lower number is no longer obeyed. */
  next(): Promise<number> {
    return this.#serially(async () => {
      while (this.#upcoming > this.#reserved) await this.#reserve();
      this.#last = this.#upcoming;
      return this.#last;
    });
  }

  /** A node knows a number of this hub. What it was sent after that had higher ones, so some are left out. */
  surpass(number: number): void {
    const highest = this.clock.now() + MOST_AHEAD;
    if (number > this.#last) this.#last = Math.max(this.#last, Math.min(number + RESERVED, highest));
  }

  get #upcoming(): number {
    return Math.max(this.#last + 1, this.clock.now());
  }

  async #reserve(): Promise<void> {
    const reserved = this.#upcoming + RESERVED;
    // If it cannot be saved the hub still steers its nodes: only a clock that is set back could then repeat a number.
    await this.store.write((db) => putValue(db, KEY, String(reserved))).catch(() => {});
    this.#reserved = reserved;
  }
}
