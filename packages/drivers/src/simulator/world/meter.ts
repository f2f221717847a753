const SECONDS = 15;

/** Counts the bytes of one direction, a second at a time. */
export class Meter {
  total = 0;
  readonly #last = new Float64Array(SECONDS);
  #second = 0;

  step(bytes: number): void {
    this.#second = (this.#second + 1) % SECONDS;
    this.#last[this.#second] = bytes;
    this.total += bytes;
  }

  /** Bytes in the last second. */
  get now(): number {
    return this.#last[this.#second] ?? 0;
  }

  /** Bytes per second over the last fifteen. */
  get average(): number {
    return this.#last.reduce((sum, bytes) => sum + bytes, 0) / SECONDS;
  }

  clear(): void {
    this.total = 0;
    this.#last.fill(0);
  }
}
