import { RECENT_VALUES } from "@pilothouse/protocol";
import { Rows } from "./rows.js";

/** Each value stands for this long: together they are an hour. */
const EACH_MS = 3_600_000 / RECENT_VALUES;
/** A place that has no value is not a number. */
const ROWS = new Rows(RECENT_VALUES, (length) => new Float32Array(length).fill(Number.NaN));

/** The traffic of a node in the last hour, as small as it can be: fifty thousand nodes have one each. */
export class RecentTraffic {
  /** From there on they are a ring. */
  readonly #numbers: Float32Array;
  readonly #from: number;
  #last = 0;

  constructor() {
    ({ numbers: this.#numbers, from: this.#from } = ROWS.take());
  }

  /** Takes what a report says. */
  take(now: number, perSecond: number): void {
    this.#put(this.#forget(now), perSecond);
  }

  /** The newest last. */
  list(now: number): readonly (number | null)[] {
    const last = this.#forget(now);
    const values = this.#values;
    return Array.from({ length: RECENT_VALUES }, (_none, index) => {
      const value = values[(last + 1 + index) % RECENT_VALUES] ?? Number.NaN;
      return Number.isNaN(value) ? null : Math.round(value);
    });
  }

  get text(): string {
    return `${this.#last} ${Buffer.from(bytesOf(this.#values)).toString("base64")}`;
  }

  /** What was saved; undefined when there is nothing, or it cannot be read. */
  static read(text: unknown): RecentTraffic | undefined {
    const [last = "", values = ""] = typeof text === "string" ? text.split(" ") : [];
    const saved = Buffer.from(values, "base64");
    if (!Number.isSafeInteger(Number(last)) || saved.length !== BYTES) return undefined;
    const traffic = new RecentTraffic();
    traffic.#last = Number(last);
    saved.copy(bytesOf(traffic.#values));
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
    for (let one = Math.max(this.#last, at - RECENT_VALUES) + 1; one <= at; one++) this.#put(one, Number.NaN);
    this.#last = Math.max(this.#last, at);
    return this.#last;
  }

  #put(place: number, value: number): void {
    this.#numbers[this.#from + (place % RECENT_VALUES)] = value;
  }

  get #values(): Float32Array {
    return this.#numbers.subarray(this.#from, this.#from + RECENT_VALUES);
  }
}

const BYTES = RECENT_VALUES * Float32Array.BYTES_PER_ELEMENT;
const bytesOf = ({ buffer, byteOffset }: Float32Array) => new Uint8Array(buffer, byteOffset, BYTES);
