import { Rows } from "./rows.js";

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** How often a hub looks at its nodes. */
export const LOOK_EVERY_MS = 15_000;
/** The most that fits: it looks 240 times in an hour. */
const MOST = 255;
const ROWS = new Rows(2 * HOURS, (length) => new Uint8Array(length));

/**
 * For how much of the last day a node's router ran, as far as its hub could see that. As small as it can be: fifty
 * thousand nodes have one each.
 */
export class RecentUptime {
  /** For each hour of a day how often the hub looked, and behind these how often the router ran then. */
  readonly #numbers: Uint8Array;
  readonly #from: number;
  #hour = 0;

  constructor() {
    ({ numbers: this.#numbers, from: this.#from } = ROWS.take());
  }

  /** The hub looks at the node. Undefined: it cannot know whether the router runs. */
  look(now: number, runs: boolean | undefined): void {
    this.#forget(Math.floor(now / HOUR_MS));
    const at = this.#hour % HOURS;
    const looks = this.#get(at);
    if (runs === undefined || looks === MOST) return;
    this.#put(at, looks + 1);
    if (runs) this.#put(HOURS + at, this.#get(HOURS + at) + 1);
  }

  /** Of the looks; null before the first. */
  get share(): number | null {
    const looks = this.#sum(0);
    return looks === 0 ? null : rounded(this.#sum(HOURS) / looks);
  }

  /** For how much of the day the hub looked. */
  get known(): number {
    return Math.min(1, rounded((this.#sum(0) * LOOK_EVERY_MS) / (HOURS * HOUR_MS)));
  }

  get text(): string {
    return `${this.#hour} ${Buffer.from(this.#counts).toString("base64")}`;
  }

  /** What was saved; what cannot be read is not known. */
  static read(text: unknown): RecentUptime {
    const uptime = new RecentUptime();
    const [hour = "", counts = ""] = typeof text === "string" ? text.split(" ") : [];
    const saved = Buffer.from(counts, "base64");
    if (!Number.isSafeInteger(Number(hour)) || saved.length !== 2 * HOURS) return uptime;
    uptime.#hour = Number(hour);
    for (let at = 0; at < HOURS; at++) {
      const looks = saved[at] ?? 0;
      uptime.#put(at, looks);
      uptime.#put(HOURS + at, Math.min(looks, saved[HOURS + at] ?? 0));
    }
    return uptime;
  }

  /** What is older than a day; all of it when the clock was set back, as nobody knows then when it was. */
  #forget(hour: number): void {
    if (hour < this.#hour) this.#counts.fill(0);
    for (let one = Math.max(this.#hour, hour - HOURS) + 1; one <= hour; one++) {
      this.#put(one % HOURS, 0);
      this.#put(HOURS + (one % HOURS), 0);
    }
    this.#hour = hour;
  }

  #sum(from: number): number {
    let sum = 0;
    for (let at = from; at < from + HOURS; at++) sum += this.#get(at);
    return sum;
  }

  #get(at: number): number {
    return this.#numbers[this.#from + at] ?? 0;
  }

  #put(at: number, count: number): void {
    this.#numbers[this.#from + at] = count;
  }

  get #counts(): Uint8Array {
    return this.#numbers.subarray(this.#from, this.#from + 2 * HOURS);
  }
}

const rounded = (share: number): number => Math.round(share * 1e4) / 1e4;
