import type { Clock, UnavailableReason } from "@pilothouse/drivers/port";
import { type Reason, reason, reasonAs } from "@pilothouse/protocol";
import type { Snapshot } from "../../telemetry/snapshot.js";
import { answers } from "../../telemetry/snapshot.js";
import type { EventLog } from "../record/event-log.js";
import { Reachability } from "./reachability.js";

/** The documents promise an event after 15 s of silence, and the silence is looked at once a second. */
const SILENT_MS = 14_000;
const LONGEST_CAUSE = 300;

/** Makes events of what is known of the router: its starts, ends and crashes, and whether it can be reached. */
export class RouterWatch {
  #last: Snapshot | undefined;
  /** Starts of the router when it was last up. */
  #upStarts: number | undefined;
  /** It was stopped, or has crashed, since it was last up; or was never seen. */
  #wasDown = true;
  /** Nothing is known of it yet. */
  #isNew = true;
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
    const before = this.#last;
    this.#last = now;
    const { phase } = now;
    // Its driver knows that it starts before the router itself answers.
    if (this.#reportedSilent && phase.name !== "starting") {
      void this.events.add("router.answers");
      this.#reportedSilent = false;
    }
    if (phase.name === "stopped" && before !== undefined && before.phase.name !== "stopped")
      this.#stopped(before);
    if (phase.name === "crashed") this.#wasDown = true;
    if (answers(phase)) this.#up(now);
    this.#isNew = false;
    this.#reachability.see(phase.name === "running" ? now.facts["router.net.status"] : undefined);
  }

  /** The router has not answered for so long. */
  silent(ms: number, away: UnavailableReason): void {
    if (this.#reportedSilent || ms < SILENT_MS) return;
    this.#reportedSilent = true;
    this.#reachability.see(undefined);
    void this.events.add("router.unreachable", reasonAs("reason", reason(`away.${away}`)));
  }

  /** The router ended, and nobody had asked for that. Its driver says so each time: readings can miss short runs. */
  crashed(why: Reason | string): void {
    this.#wasDown = true;
    this.#isNew = false;
    const data = Object.entries(reasonAs("cause", why)).map(
      ([name, value]) => [name, typeof value === "string" ? value.slice(0, LONGEST_CAUSE) : value] as const,
    );
    void this.events.add("router.crashed", Object.fromEntries(data));
  }

  #stopped({ phase }: Snapshot): void {
    // A router that gave up after a crash did not stop again.
    if (phase.name !== "crashed") void this.events.add("router.stopped");
    this.#wasDown = true;
  }

  #up({ starts = 0 }: Snapshot): void {
    const known = this.#upStarts;
    this.#upStarts = starts;
    // It ran already when the service came: its start is no news.
    if (!this.#isNew && (known === undefined || starts > known || this.#wasDown)) {
      void this.events.add(this.#wasDown ? "router.started" : "router.restarted");
      // What was known of the life before says nothing of this one.
      this.#reachability.see(undefined);
    }
    this.#wasDown = false;
  }
}
