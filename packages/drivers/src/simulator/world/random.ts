/** Repeatable randomness: one seed gives one sequence, on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.trunc(seed) | 0;
  }

  /** From 0 up to, but never, 1: a counter in steps of the golden ratio, its bits well mixed. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** How many of many unlikely things happen, when `mean` do on average (a Poisson number). */
  count(mean: number): number {
    if (mean <= 0) return 0;
    const end = Math.exp(-mean);
    let happened = 0;
    for (let left = this.next(); left > end; left *= this.next()) happened++;
    return happened;
  }
}
