import type { Clock, NetworkView } from "@pilothouse/drivers/port";
import type { LimitEntry } from "@pilothouse/protocol";
import type { Log } from "../../log.js";
import type { Store } from "../../store/store.js";
import { putValue, readJson } from "../../store/values.js";

const NAME = "history.limits";
/** A schedule changes them a few times a day, so that this is more than a year. */
const MOST = 2_000;
const KIB = 1024;

/** The bandwidth limits as they were seen in the router, whoever changed them: somebody, a budget or its configuration. */
export class Limits {
  #seen: readonly LimitEntry[] = [];

  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly log: Log,
  ) {}

  start(): void {
    this.#seen = readJson<LimitEntry[]>(this.store, NAME) ?? [];
  }

  async see(view: NetworkView | undefined): Promise<void> {
    if (view === undefined) return;
    const limit = (key: "router.net.bw.in" | "router.net.bw.out") => bytes(view.values.get(key));
    const now = { at: this.clock.now(), in: limit("router.net.bw.in"), out: limit("router.net.bw.out") };
    // After the clock was set back, what it showed before does not count.
    const before = this.#seen.filter(({ at }) => at <= now.at);
    const last = before.at(-1);
    if (last !== undefined && last.in === now.in && last.out === now.out) return;
    const known = this.#seen;
    this.#seen = [...before, now].slice(-MOST);
    try {
      await this.store.write((db) => putValue(db, NAME, JSON.stringify(this.#seen)));
    } catch (error) {
      this.#seen = known;
      this.log.error({ err: error }, "the bandwidth limits could not be saved; it is tried again");
    }
  }

  /** What was in force at `from`, and what followed until `to`. */
  between(from: number, to: number): LimitEntry[] {
    const first = this.#seen.findLastIndex(({ at }) => at <= from);
    return this.#seen.slice(Math.max(0, first)).filter(({ at }) => at < to);
  }
}

/** The router has KiB per second; null where it has none. */
const bytes = (kib: string | null | undefined): number | null =>
  kib == null || !(Number(kib) >= 0) ? null : Math.round(Number(kib) * KIB);
