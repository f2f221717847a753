import { ticksOf } from "@pilothouse/drivers/port";
import type { Kernel } from "../../feature.js";

/** After a start the router has better things to do, and so has the machine. */
const FIRST_AFTER = 10 * 60_000;
const EVERY = 24 * 3_600_000;

interface Options extends Pick<Kernel, "clock" | "log"> {
  readonly find: (signal: AbortSignal) => Promise<unknown>;
  /** Whether it is wanted, and there is something to search in. */
  readonly wanted: () => boolean;
  readonly closing: AbortSignal;
}

/** Looks for an update of the router once a day, so that somebody can be notified of it. It installs nothing. */
export class DailySearch {
  #due: number;

  constructor(readonly options: Options) {
    this.#due = ticksOf(options.clock) + FIRST_AFTER;
  }

  /** Never rejects: what could not be searched today is searched tomorrow. */
  async tick(): Promise<void> {
    const { find, wanted, closing, clock, log } = this.options;
    if (ticksOf(clock) < this.#due || !wanted()) return;
    this.#due = ticksOf(clock) + EVERY;
    try {
      await find(closing);
    } catch (error) {
      if (!closing.aborted) log.warn({ err: error }, "the daily search for an update failed");
    }
  }
}
