type Numbers = Uint8Array | Float32Array;

const ROWS = 512;

/** Gives out rows of one length. An array of its own for each of fifty thousand nodes would take five times as much. */
export class Rows<A extends Numbers> {
  #numbers: A;
  #at = 0;

  constructor(
    private readonly length: number,
    private readonly make: (length: number) => A,
  ) {
    this.#numbers = make(0);
  }

  /** A row that nobody had: the numbers from there on, among those of others. */
  take(): { readonly numbers: A; readonly from: number } {
    if (this.#at === this.#numbers.length) {
      this.#numbers = this.make(ROWS * this.length);
      this.#at = 0;
    }
    const from = this.#at;
    this.#at += this.length;
    return { numbers: this.#numbers, from };
  }
}
