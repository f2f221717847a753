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
/** Who was silent for so many stretches is forgotten. */
const KEPT = 6;

interface Sent {
  stretch: number;
  count: number;
}

/** Counts what each sender sends. */
export class Quota {
  /** Kept from one stretch to the next: thousands of nodes would leave garbage behind in each. */
  readonly #senders = new Map<string, Sent>();
  #stretch = 0;
  #ends = -Infinity;

  constructor(private readonly rules: QuotaRules) {}

  /** What to do with a message of so many bytes. "flood" is said once for each stretch of time. */
  take(sender: string, bytes: number, now: number): "take" | "drop" | "flood" {
    const { everyMs, most, flood } = this.rules;
    if (now >= this.#ends) {
      this.#ends = now + everyMs;
      if (++this.#stretch % KEPT === 0) this.#forget();
    }
    const sent = this.#of(sender);
    const before = sent.count;
    sent.count = before + 1 + Math.floor(bytes / UNIT);
    if (before < flood && sent.count >= flood) return "flood";
    return sent.count > most ? "drop" : "take";
  }

  #of(sender: string): Sent {
    const known = this.#senders.get(sender);
    if (known === undefined) {
      if (this.#senders.size >= MOST_SENDERS) this.#senders.clear();
      const sent = { stretch: this.#stretch, count: 0 };
      this.#senders.set(sender, sent);
      return sent;
    }
    if (known.stretch !== this.#stretch) {
      known.stretch = this.#stretch;
      known.count = 0;
    }
    return known;
  }

  #forget(): void {
    for (const [sender, { stretch }] of this.#senders)
      if (stretch <= this.#stretch - KEPT) this.#senders.delete(sender);
  }
}
