import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { NET_STATUS, type NetStatus } from "@pilothouse/protocol";
import type { EventLog } from "../record/event-log.js";

type Verdict = "good" | "bad";

/** A status must stay for this long to count; for twice as long with each change within the last hour. */
const HOLD_MS = 60_000;
const LONGEST_HOLD_MS = 16 * HOLD_MS;
const HOUR = 3_600_000;

const UNKNOWN = "unknown";

/** Reports when the router becomes reachable from outside or stops being so. Short changes are not reported. */
export class Reachability {
  /** What was reported last. */
  #reported: { readonly verdict: Verdict; readonly status: string } | undefined;
  /** What was seen last, and for how long in all without the other; time in which the router tested itself is left out. */
  #seen: { readonly verdict: Verdict; readonly held: number } | undefined;
  /** When it was seen last; undefined while the router tests itself. */
  #seenAt: number | undefined;
  /** When it changed within the last hour. */
  #changes: number[] = [];

  constructor(
    readonly events: EventLog,
    readonly clock: Clock,
  ) {}

  async start(): Promise<void> {
    const [last] = await this.events.read({ kinds: ["reachability.good", "reachability.bad"], limit: 1 });
    if (last === undefined) return;
    const verdict = last.kind === "reachability.good" ? "good" : "bad";
    this.#reported = { verdict, status: String(last.data["now"] ?? UNKNOWN) };
  }

  /** Undefined while the router does not run or has just started: what was seen before does not count then. */
  see(code: NetStatus | undefined): void {
    const verdict = code === undefined ? undefined : verdictOf(code);
    if (code === undefined) this.#seen = undefined;
    if (code === undefined || verdict === undefined) {
      this.#seenAt = undefined;
      return;
    }
    const now = ticksOf(this.clock);
    const held = this.#seen?.verdict === verdict ? this.#seen.held + now - (this.#seenAt ?? now) : 0;
    this.#seen = { verdict, held };
    this.#seenAt = now;
    if (this.#reported?.verdict === verdict || held < this.#hold(now)) return;
    const was = this.#reported?.status ?? UNKNOWN;
    const status = NET_STATUS[code].name;
    const isFirst = this.#reported === undefined;
    this.#reported = { verdict, status };
    // That all is well from the beginning is no news.
    if (isFirst && verdict === "good") return;
    this.#changes.push(now);
    void this.events.add(`reachability.${verdict}`, { now: status, was });
  }

  #hold(now: number): number {
    this.#changes = this.#changes.filter((at) => now - at < HOUR);
    return Math.min(LONGEST_HOLD_MS, HOLD_MS * 2 ** this.#changes.length);
  }
}

/** Hidden mode is the owner's choice. While the router still tests itself, nothing is known. */
function verdictOf(code: NetStatus): Verdict | undefined {
  const { name } = NET_STATUS[code];
  if (name === "TESTING") return undefined;
  return name === "OK" || name === "HIDDEN" ? "good" : "bad";
}
