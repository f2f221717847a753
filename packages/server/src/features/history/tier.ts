/** Before its sums, a bucket holds when it begins and for how many ms something was measured. */
const START = 0;
const WEIGHT = 1;
const SUMS = 2;

/** How many buckets of a tier are saved together. */
const PER_BLOCK = 60;

/** A rate is at most the largest count within a millisecond. */
const LARGEST = 2 ** 53 * 1_000;

/**
 * Means over buckets of one width, as many as the span holds: a ring in which each bucket has its
 * place by the clock, so that a new one takes the place of the one that has become too old. A bucket
 * holds sums of value × time, and the time, so that a mean over any stretch is one division.
 */
export class Tier {
  /** Made when something is put into them: most of a long span is empty for a long time. */
  readonly #blocks: (Float64Array | undefined)[] = [];
  readonly #unsaved = new Set<number>();
  readonly #fields: number;
  readonly #count: number;

  constructor(
    readonly width: number,
    readonly span: number,
    columns: number,
  ) {
    this.#fields = SUMS + columns;
    this.#count = span / width;
  }

  /** The values were so from `begin` to `end`: each bucket in between takes its share, and its weight if `measured`. */
  add(begin: number, end: number, values: readonly number[], measured = true): void {
    for (let start = begin - (begin % this.width); start < end; start += this.width) {
      const weight = Math.min(end, start + this.width) - Math.max(begin, start);
      const { block, cell } = this.#place(start);
      const cells = this.#made(block);
      if (cells[cell + START] !== start) {
        cells.fill(0, cell, cell + this.#fields);
        cells[cell + START] = start;
      }
      if (measured) cells[cell + WEIGHT] = (cells[cell + WEIGHT] ?? 0) + weight;
      for (let column = 0; column < values.length; column++)
        cells[cell + SUMS + column] =
          (cells[cell + SUMS + column] ?? 0) + (values[column] ?? Number.NaN) * weight;
      this.#unsaved.add(block);
    }
  }

  /**
   * Calls back for each bucket that was filled, oldest first. Its sums are in `cells` from `at` on;
   * a sum is NaN where the router did not report the value all the time.
   */
  each(
    from: number,
    to: number,
    see: (start: number, weight: number, cells: Float64Array, at: number) => void,
  ): void {
    const begin = Math.max(from - (from % this.width), to - this.span);
    for (let start = begin - (begin % this.width); start < to; start += this.width) {
      const { block, cell } = this.#place(start);
      const cells = this.#blocks[block];
      if (cells?.[cell + START] === start) see(start, cells[cell + WEIGHT] ?? 0, cells, cell + SUMS);
    }
  }

  /** The blocks that changed since they were last taken, as they are to be saved. */
  takeUnsaved(): (readonly [block: number, bytes: Buffer])[] {
    const blocks = [...this.#unsaved];
    this.#unsaved.clear();
    return blocks.map((block) => [block, Buffer.from(this.#made(block).buffer)]);
  }

  /** These could not be saved after all. */
  stillUnsaved(block: number): void {
    this.#unsaved.add(block);
  }

  /**
   * Takes back what was saved, each column by its name: what was not kept then is not known now. Returns how many
   * buckets hold what no router can have reported: of those, the impossible values are not known any more either.
   */
  load(saved: Float64Array, columns: readonly string[], savedColumns: readonly string[]): number {
    const fields = SUMS + savedColumns.length;
    const places = columns.map((column) => savedColumns.indexOf(column));
    const isSame = columns.join() === savedColumns.join();
    let mended = 0;
    for (let from = 0; from + fields <= saved.length; from += fields) {
      const start = saved[from + START] ?? 0;
      if (start === 0) continue;
      const weight = saved[from + WEIGHT] ?? 0;
      if (start % this.width !== 0 || !(weight >= 0 && weight <= Number.MAX_SAFE_INTEGER)) {
        mended++;
        continue;
      }
      const { block, cell } = this.#place(start);
      const cells = this.#made(block);
      cells[cell + START] = start;
      cells[cell + WEIGHT] = weight;
      let isSound = true;
      for (const [column, place] of places.entries()) {
        const sum = saved[place === -1 ? -1 : from + SUMS + place] ?? Number.NaN;
        const isPossible = Number.isNaN(sum) || (sum >= 0 && sum <= LARGEST * Math.max(1, weight));
        cells[cell + SUMS + column] = isPossible ? sum : Number.NaN;
        isSound &&= isPossible;
      }
      if (!isSound) mended++;
      if (!isSame || !isSound) this.#unsaved.add(block);
    }
    return mended;
  }

  /** In which block a bucket is, and where in it. */
  #place(start: number): { readonly block: number; readonly cell: number } {
    const slot = (start / this.width) % this.#count;
    const within = slot % PER_BLOCK;
    return { block: (slot - within) / PER_BLOCK, cell: within * this.#fields };
  }

  #made(block: number): Float64Array {
    this.#blocks[block] ??= new Float64Array(PER_BLOCK * this.#fields);
    return this.#blocks[block];
  }
}
