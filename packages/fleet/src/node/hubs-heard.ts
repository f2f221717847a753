import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { type Reason, reason } from "@pilothouse/protocol";
import { type SignedNotice, span } from "../bus/command-text.js";
import type { Heard } from "../bus/report-mark.js";

interface Newest {
  readonly number: number;
  /** The hub's clock when it signed this. */
  readonly issued: number;
  readonly at: number;
  /** This one or one before was for an instance of this run, so all that follow were made after it had connected. */
  readonly recent: boolean;
}

/** Reports name no more hubs than this: those that were heard last. */
const MOST_NAMED = 8;

/**
 * The newest notice of each hub. An older one does not count any more, and reports name the newest, so that hubs know
 * how old a report is at most.
 */
export class HubsHeard {
  readonly #newest = new Map<string, Newest>();

  constructor(private readonly clock: Clock) {}

  /** The number of the last notice of this hub; 0 if there was none. */
  last(hub: string): number {
    return this.#newest.get(hub)?.number ?? 0;
  }

  /** Whether what counts from now on is known to be made since this service started. */
  areRecent(hub: string): boolean {
    return this.#newest.get(hub)?.recent ?? false;
  }

  /** Why a notice does not count; undefined when it does, and then it is the newest. */
  take({ hub, number, issued, expires, notice }: SignedNotice, instance: string): Reason | undefined {
    const newest = this.#newest.get(hub);
    if (newest !== undefined && number <= newest.number)
      return reason(number === newest.number ? "hub.repeated" : "hub.older");
    const at = ticksOf(this.clock);
    // A bus can delay what the hub said last, but cannot make it arrive early: the hub's clock shows this or more, if
    // it was not set back since.
    const known = newest !== undefined && newest.issued <= issued;
    const late = known ? newest.issued + (at - newest.at) - expires : 0;
    // A beat never expires, since it changes nothing and the hub knows when it sent it. Otherwise a hub whose clock has
    // stood still, as while its machine was off, would not be heard again.
    if (late > 0 && notice.beat === undefined) return reason("hub.expired", { span: span(late) });
    // Moved to the end: the last ones are those that were heard last.
    this.#newest.delete(hub);
    const recent = notice.instance === instance || (newest?.recent ?? false);
    this.#newest.set(hub, { number, issued, at, recent });
    return undefined;
  }

  get heard(): Heard {
    const now = ticksOf(this.clock);
    const named = [...this.#newest].slice(-MOST_NAMED);
    return Object.fromEntries(
      named.map(([hub, { number, at }]) => [hub, [number, Math.floor(now - at)] as const]),
    );
  }
}
