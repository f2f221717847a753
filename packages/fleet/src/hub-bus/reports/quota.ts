/** How much a sender may send in a stretch of time. */
interface QuotaRules {
  readonly everyMs: number;
  /** What comes after this many messages is dropped. */
  readonly most: number;
  /** Who sends this many does so on purpose. */
  readonly flood: number;
}

/** A message of this size counts as one; a longer one as several. */
const UNIT = 4_096;
/** Somebody who controls the bus can invent any number of senders. */
const MOST_SENDERS = 100_000;

/** Counts what each sender sends. */
export class Quota {
  readonly #counts = new Map<string, number>();
  #ends = -Infinity;

  constructor(private readonly rules: QuotaRules) {}

  /** What to do with a message of so many bytes. "flood" is said once for each stretch of time. */
  take(sender: string, bytes: number, now: number): "take" | "drop" | "flood" {
    const { everyMs, most, flood } = this.rules;
    if (now >= this.#ends || this.#counts.size >= MOST_SENDERS) {
      this.#counts.clear();
      this.#ends = now + everyMs;
    }
    const before = this.#counts.get(sender) ?? 0;
    const count = before + 1 + Math.floor(bytes / UNIT);
    this.#counts.set(sender, count);
    if (before < flood && count >= flood) return "flood";
    return count > most ? "drop" : "take";
  }
}
