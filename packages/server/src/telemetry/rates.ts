import type { Clock, Facts } from "@pilothouse/drivers/port";
import { RATE_STAT_NAMES, type RateStat, rateRow } from "@pilothouse/protocol";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Means are kept finely for a short time and coarsely for a long one; in all some 16,000 buckets. */
const TIERS = [
  { width: SECOND, span: 15 * MINUTE },
  { width: MINUTE, span: 7 * DAY },
  { width: 15 * MINUTE, span: 31 * DAY },
] as const;

/** A sample stands for the time since the one before it, but never for a gap in which nobody looked. */
const LONGEST_WEIGHT = 20 * SECOND;

/** Sums of value × time, and the time, so that a mean over any stretch is one division. */
interface Bucket {
  readonly start: number;
  weight: number;
  readonly sums: Float64Array;
}

/** The rate statistics of `GetRate`, kept by sampling, for every router alike. */
export class Rates {
  readonly #tiers = TIERS.map((tier) => ({ ...tier, buckets: [] as Bucket[] }));
  #lastAt: number | undefined;

  constructor(readonly clock: Clock) {}

  add(at: number, facts: Facts): void {
    const values = RATE_STAT_NAMES.map((stat) =>
      rateRow(stat).of.reduce((sum, key) => sum + Number(facts[key as keyof Facts] ?? 0), 0),
    );
    const weight = Math.min(Math.max(at - (this.#lastAt ?? at - SECOND), 1), LONGEST_WEIGHT);
    this.#lastAt = at;
    for (const { width, span, buckets } of this.#tiers) {
      const bucket = bucketAt(buckets, at - (at % width), values.length);
      bucket.weight += weight;
      for (const [index, value] of values.entries())
        bucket.sums[index] = (bucket.sums[index] ?? 0) + value * weight;
      while (buckets[0] !== undefined && buckets[0].start + width <= at - span) buckets.shift();
    }
  }

  /** The mean over the last `period` ms, or over what there is. */
  mean(stat: RateStat, period: number): number {
    const index = RATE_STAT_NAMES.indexOf(stat);
    const tier = this.#tiers.find(({ span }) => span >= period) ?? this.#tiers.at(-1);
    const from = this.clock.now() - period;
    let sum = 0;
    let weight = 0;
    for (const bucket of (tier?.buckets ?? []).toReversed()) {
      // A bucket that only ends within the period still counts: the last one always does.
      if (weight > 0 && bucket.start + (tier?.width ?? 0) <= from) break;
      sum += bucket.sums[index] ?? 0;
      weight += bucket.weight;
    }
    return weight === 0 ? 0 : sum / weight;
  }
}

function bucketAt(buckets: Bucket[], start: number, size: number): Bucket {
  const last = buckets.at(-1);
  // A clock that was set back goes on filling the newest bucket.
  if (last !== undefined && last.start >= start) return last;
  const made = { start, weight: 0, sums: new Float64Array(size) };
  buckets.push(made);
  return made;
}
