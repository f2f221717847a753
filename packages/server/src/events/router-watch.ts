import { type Clock, ticksOf, type UnavailableReason } from "@pilothouse/drivers/port";
import { type Reason, reason, reasonAs, textOfReason } from "@pilothouse/protocol";
import type { Snapshot } from "../telemetry/snapshot.js";
import { answers } from "../telemetry/snapshot.js";
import type { EventLog } from "./event-log.js";
import { Reachability } from "./reachability.js";

/** A router that does not answer for less than this makes no event. */
const SILENT_MS = 15_000;
const LONGEST_CAUSE = 300;

/** Makes events of what is sampled of the router: its starts, ends and crashes, and whether it can be reached. */
export class RouterWatch {
  #last: Snapshot | undefined;
  /** Starts of the router when it was last up. */
  #upStarts: number | undefined;
  /** It was seen stopped or crashed, or not at all, since it was last up. */
  #wasDown = true;
  /** The crash that was reported last: each crash is reported once. */
  #reportedCrash: string | undefined;
  #silentSince: number | undefined;
  #reportedSilent = false;
  readonly #reachability: Reachability;

  constructor(
    readonly events: EventLog,
    readonly clock: Clock,
  ) {
    this.#reachability = new Reachability(events, clock);
  }

  /** Takes up where the last run of the service ended. */
  async start(): Promise<void> {
    await this.#reachability.start();
    const [last] = await this.events.read({ kinds: ["router.unreachable", "router.answers"], limit: 1 });
    this.#reportedSilent = last?.kind === "router.unreachable";
  }

  /** The router answered. */
  see(now: Snapshot): void {
    this.#silentSince = undefined;
    if (this.#reportedSilent) void this.events.add("router.answers");
    this.#reportedSilent = false;
    const before = this.#last;
    this.#last = now;
    const { phase, starts = 0 } = now;
    if (phase.name === "crashed") this.#crashed(phase.report?.why ?? phase.report?.cause ?? now.note, starts);
    if (phase.name === "stopped" && before !== undefined && before.phase.name !== "stopped")
      this.#stopped(before);
    if (answers(phase)) this.#up(now, before);
    this.#reachability.see(phase.name === "running" ? now.facts["router.net.status"] : undefined);
  }

  /** The router did not answer. */
  missed(away: UnavailableReason): void {
    const now = ticksOf(this.clock);
    this.#silentSince ??= now;
    if (this.#reportedSilent || now - this.#silentSince < SILENT_MS) return;
    this.#reportedSilent = true;
    void this.events.add("router.unreachable", reasonAs("reason", reason(`away.${away}`)));
  }

  #crashed(why: Reason | string = reason("exit.unknown"), starts: number): void {
    this.#wasDown = true;
    const cause = textOfReason(why);
    const crash = `${starts} ${cause}`;
    if (this.#reportedCrash === crash) return;
    this.#reportedCrash = crash;
    const data = Object.entries(reasonAs("cause", why)).map(
      ([name, value]) => [name, typeof value === "string" ? value.slice(0, LONGEST_CAUSE) : value] as const,
    );
    void this.events.add("router.crashed", Object.fromEntries(data));
  }

  #stopped({ phase }: Snapshot): void {
    this.#wasDown = true;
    // A router that gave up after a crash did not stop again.
    if (phase.name !== "crashed") void this.events.add("router.stopped");
  }

  #up({ starts = 0, note }: Snapshot, before: Snapshot | undefined): void {
    const known = this.#upStarts;
    this.#upStarts = starts;
    // It ran already when the service came: its start is no news.
    if (before === undefined) {
      this.#wasDown = false;
      return;
    }
    if (known !== undefined && starts <= known && !this.#wasDown) return;
    // Ended and started again between two looks.
    if (note !== undefined && note !== before.note && !this.#wasDown) this.#crashed(note, starts);
    void this.events.add(this.#wasDown ? "router.started" : "router.restarted");
    this.#wasDown = false;
  }
}
