import { RECENT_VALUES } from "@pilothouse/protocol";

/** Each value stands for this long: together they are an hour. */
const EACH_MS = 3_600_000 / RECENT_VALUES;

/** The traffic of a node in the last hour, as small as it can be: fifty thousand nodes have one each. */
export class RecentTraffic {
  /** A ring; a place that has no value is not a number. */
  readonly #values = new Float32Array(RECENT_VALUES).fill(Number.NaN);
  #last = 0;

  /** Takes what a report says. */
  take(now: number, perSecond: number): void {
    this.#values[this.#forget(now) % RECENT_VALUES] = perSecond;
  }

  /** The newest last. */
  list(now: number): readonly (number | null)[] {
    const last = this.#forget(now);
    return Array.from({ length: RECENT_VALUES }, (_none, index) => {
      const value = this.#values[(last + 1 + index) % RECENT_VALUES] ?? Number.NaN;
      return Number.isNaN(value) ? null : Math.round(value);
    });
  }

  get text(): string {
    return `${this.#last} ${Buffer.from(this.#values.buffer).toString("base64")}`;
  }

  /** What was saved; undefined when there is nothing, or it cannot be read. */
  static read(text: unknown): RecentTraffic | undefined {
    const [last = "", values = ""] = typeof text === "string" ? text.split(" ") : [];
    const saved = Buffer.from(values, "base64");
    const traffic = new RecentTraffic();
    if (!Number.isSafeInteger(Number(last)) || saved.length !== traffic.#values.byteLength) return undefined;
    traffic.#last = Number(last);
    saved.copy(new Uint8Array(traffic.#values.buffer));
    return traffic;
  }

  /**
   * What is older than an hour; all of it when the clock was set back by more than that. Set back by less, it stands
   * still. Returns the place of the newest value.
   */
  #forget(now: number): number {
    const at = Math.floor(now / EACH_MS);
    if (at < this.#last - RECENT_VALUES) {
      this.#values.fill(Number.NaN);
      this.#last = at;
    }
    for (let one = Math.max(this.#last, at - RECENT_VALUES) + 1; one <= at; one++)
      this.#values[one % RECENT_VALUES] = Number.NaN;
    this.#last = Math.max(this.#last, at);
    return this.#last;
  }
}
