import type { Clock } from "@pilothouse/drivers/port";
import type { Result } from "@pilothouse/protocol";
import type { Log } from "../../log.js";
import type { Store } from "../../store/store.js";
import { putValue, readValue } from "../../store/values.js";
import { Tier } from "./tier.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Finely for a short time and coarsely for a long one; in all some 50,000 buckets. */
const TIERS = [
  { width: SECOND, span: 15 * MINUTE },
  { width: MINUTE, span: 7 * DAY },
  { width: 15 * MINUTE, span: 400 * DAY },
] as const;

/** The column after the statistics: for how long the router was asked and did not answer. */
const SILENT = "silent";

/** Names the columns of what is saved: a version with other statistics finds its own among them. */
const COLUMNS = "history.columns";

/** A sample covers the time since the one before it, but no gap longer than this, when sampling had stopped. */
const LONGEST_REACH = 20 * SECOND;
/** A caller whose clock is a little behind ours still gets the finest tier for its whole span. */
const SLACK = 1.05;

/** What was sampled of some statistics, for graphs and means: of a router, or on a hub of its fleet. */
export class Samples {
  readonly #tiers: readonly Tier[];
  readonly #columns: readonly string[];
  /** When the last sample was taken. */
  #last: number | undefined;
  #newest: readonly number[] = [];
  #otherColumns = false;

  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly log: Log,
    readonly stats: readonly string[],
  ) {
    this.#columns = [...stats, SILENT];
    this.#tiers = TIERS.map(({ width, span }) => new Tier(width, span, this.#columns.length));
  }

  /** Takes up what was saved. */
  start(): void {
    const columns = this.#columns;
    const saved = readValue(this.store, COLUMNS)?.split(",") ?? [...columns];
    let mended = 0;
    for (const { tier, buckets } of this.store.all("SELECT tier, buckets FROM history"))
      mended += this.#tiers[Number(tier)]?.load(cellsOf(buckets), columns, saved) ?? 0;
    if (mended > 0)
      this.log.warn({ buckets: mended }, "impossible values were removed from the saved history");
    this.#otherColumns = saved.join() !== columns.join();
  }

  /**
   * The place of a block is its key: what is too old is written over, and the store does not grow. `finest`: false
   * leaves out the seconds. They are most of what changes, and are forgotten within a quarter of an hour anyway.
   */
  async save({ finest = true } = {}): Promise<void> {
    const blocks = this.#tiers.flatMap((tier, index) =>
      index === 0 && !finest
        ? []
        : tier.takeUnsaved().map(([block, bytes]) => ({ tier, index, block, bytes })),
    );
    if (blocks.length === 0) return;
    try {
      await this.store.write((db) => {
        if (this.#otherColumns) db.run("DELETE FROM history");
        putValue(db, COLUMNS, this.#columns.join());
        for (const { index, block, bytes } of blocks)
          db.run("INSERT OR REPLACE INTO history VALUES (?, ?, ?)", index, block, bytes);
      });
      this.#otherColumns = false;
    } catch (error) {
      for (const { tier, block } of blocks) tier.stillUnsaved(block);
      this.log.error({ err: error }, "history could not be saved; it is tried again");
    }
  }

  /** Takes a value for each statistic, which is not a number where there is none. */
  take(at: number, values: readonly number[]): void {
    const begin = this.#reach(at);
    this.#newest = values;
    for (const tier of this.#tiers) tier.add(begin, at, values);
  }

  /** The router was asked and has not answered: the last statistic was nothing all this time, others are not known. */
  missed(at: number): void {
    const begin = this.#reach(at);
    const values = this.#columns.map((column) => (column === SILENT ? 1 : 0));
    for (const tier of this.#tiers) tier.add(begin, at, values, false);
  }

  /** From when on a sample of now counts. */
  #reach(at: number): number {
    const last = this.#last;
    this.#last = at;
    return last !== undefined && last < at ? Math.max(last, at - LONGEST_REACH) : at - SECOND;
  }

  /** The mean over the `period` ms before the last sample, or over what there is; without samples, before now. */
  mean(stat: string, period: number): number {
    const column = this.stats.indexOf(stat);
    const now = this.#end();
    let sum = 0;
    let weight = 0;
    const tier = this.#tierOf(period);
    tier.each(now - period, now, (start, filled, cells, at) => {
      const cell = cells[at + column] ?? Number.NaN;
      if (Number.isNaN(cell)) return;
      // Of the first bucket only the part within the period counts.
      const share = Math.min(1, (start + tier.width - (now - period)) / tier.width);
      sum += cell * share;
      weight += filled * share;
    });
    return weight === 0 ? this.#newest[column] || 0 : sum / weight;
  }

  /** What came after the last sample is not measured yet: a mean over it would be one over a shorter time. */
  #end(): number {
    const now = this.clock.now();
    const last = this.#last ?? now;
    return last < now && now - last <= LONGEST_REACH ? last : now;
  }

  /** All statistics from `from` to `to` in at most `points` steps; null where nothing was measured. */
  between(from: number, to: number, points: number): Omit<Result<"pilothouse.history">, "limits"> {
    const { stats } = this;
    const now = this.clock.now();
    const tier = this.#tierOf((now - from) / SLACK);
    const { step, begin, steps } = grid(tier.width, from, to, points);
    // For each step, and in it for each statistic.
    const sums = new Float64Array(steps * stats.length);
    const weights = new Float64Array(steps * stats.length);
    tier.each(
      Math.max(begin, now - tier.span),
      Math.min(begin + steps * step, now),
      (start, weight, cells, at) => {
        const first = Math.floor((start - begin) / step) * stats.length;
        for (let column = 0; column < stats.length; column++) {
          const cell = cells[at + column] ?? Number.NaN;
          if (Number.isNaN(cell)) continue;
          sums[first + column] = (sums[first + column] ?? 0) + cell;
          weights[first + column] = (weights[first + column] ?? 0) + weight;
        }
        // Only the last statistic is known of a router that does not answer.
        const last = first + stats.length - 1;
        weights[last] = (weights[last] ?? 0) + (cells[at + stats.length] || 0);
      },
    );
    const series = stats.map((stat, column) => ({
      stat,
      values: Array.from({ length: steps }, (_, index) => {
        const at = index * stats.length + column;
        return rounded((sums[at] ?? 0) / (weights[at] ?? 0));
      }),
    }));
    // The last statistic is one that is always known.
    const recorded = Array.from(
      { length: steps },
      (_, index) => rounded((weights[(index + 1) * stats.length - 1] ?? 0) / step) ?? 0,
    );
    return { step, from: begin, to: begin + steps * step, series, recorded };
  }

  /** The finest tier that reaches so far back. */
  #tierOf(reach: number): Tier {
    return this.#tiers.find(({ span }) => span >= reach) ?? (this.#tiers.at(-1) as Tier);
  }
}

/** Steps are whole buckets and begin at multiples of themselves, so that a graph does not flicker as it moves on. */
function grid(width: number, from: number, to: number, points: number) {
  for (let step = width * Math.max(1, Math.ceil((to - from) / width / points)); ; step += width) {
    const begin = from - (from % step);
    const steps = Math.ceil((to - begin) / step);
    if (steps <= points) return { step, begin, steps };
  }
}

/** What is left of a block that was cut. */
const cellsOf = (saved: unknown): Float64Array => {
  const bytes = saved instanceof ArrayBuffer ? saved : new ArrayBuffer();
  return new Float64Array(bytes, 0, Math.floor(bytes.byteLength / 8));
};

/**
 * Few digits; more of a share, of which the little that it lacks counts. Null for what was not measured (0 / 0) or not
 * reported.
 */
function rounded(value: number): number | null {
  if (Number.isNaN(value)) return null;
  const parts = value < 1 ? 1_000_000 : 1_000;
  return Math.round(value * parts) / parts;
}
