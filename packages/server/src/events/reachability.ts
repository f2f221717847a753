import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { NET_STATUS, type NetStatus } from "@pilothouse/protocol";
import type { EventLog } from "./event-log.js";

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
  #seen: { readonly verdict: Verdict; readonly since: number } | undefined;
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

  /** Undefined while the router does not report it. */
  see(code: NetStatus | undefined): void {
    const verdict = code === undefined ? undefined : verdictOf(code);
    if (code === undefined || verdict === undefined) return;
    const now = ticksOf(this.clock);
    if (this.#seen?.verdict !== verdict) this.#seen = { verdict, since: now };
    if (this.#reported?.verdict === verdict || now - this.#seen.since < this.#hold(now)) return;
    const was = this.#reported?.status ?? UNKNOWN;
    const status = NET_STATUS[code].name;
    const isFirst = this.#reported === undefined;
    this.#reported = { verdict, status };
    this.#changes.push(now);
    // That all is well from the beginning is no news.
    if (isFirst && verdict === "good") return;
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
