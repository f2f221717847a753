import { RECENT_VALUES } from "@pilothouse/protocol";

/** Each value stands for this long: together they are an hour. */
const EACH_MS = 3_600_000 / RECENT_VALUES;

/** The traffic of a node in the last hour, as small as it can be: fifty thousand nodes have one each. */
export class RecentTraffic {
  /** A ring; a place that has no value is not a number. */
  readonly #values = new Float32Array(RECENT_VALUES).fill(Number.NaN);
  #last = 0;

  /** Takes what a report says at a time of the clock that only goes forward. */
  take(now: number, perSecond: number): void {
    const at = Math.floor(now / EACH_MS);
    this.#forget(at);
    this.#values[at % RECENT_VALUES] = perSecond;
  }

  /** The newest last. */
  list(now: number): readonly (number | null)[] {
    const at = Math.floor(now / EACH_MS);
    this.#forget(at);
    return Array.from({ length: RECENT_VALUES }, (_none, index) => {
      const value = this.#values[(at + 1 + index) % RECENT_VALUES] ?? Number.NaN;
      return Number.isNaN(value) ? null : Math.round(value);
    });
  }

  /** What is older than an hour. */
  #forget(at: number): void {
    for (let one = Math.max(this.#last, at - RECENT_VALUES) + 1; one <= at; one++)
      this.#values[one % RECENT_VALUES] = Number.NaN;
    this.#last = Math.max(this.#last, at);
  }
}
