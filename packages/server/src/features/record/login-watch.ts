import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import type { EventLog } from "./event-log.js";

const WINDOW_MS = 600_000;
/** This many within the window make an event. */
const MANY = 20;
/** And then not again for this long, with any number of failures. */
const QUIET_MS = 3_600_000;

/** Reports when many logins fail within a short time: somebody guesses, or a program has a wrong password. */
export class LoginWatch {
  #failed: number[] = [];
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly events: Pick<EventLog, "add">,
    readonly clock: Clock,
  ) {}

  refused(address: string): void {
    const now = ticksOf(this.clock);
    this.#failed = [...this.#failed, now].filter((at) => now - at < WINDOW_MS).slice(-MANY);
    if (this.#failed.length < MANY || now - this.#reportedAt < QUIET_MS) return;
    this.#reportedAt = now;
    void this.events.add("logins.failed", { count: MANY, minutes: WINDOW_MS / 60_000, address });
  }
}
