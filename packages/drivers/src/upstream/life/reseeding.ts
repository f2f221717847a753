/** A reseed that brings no new peers for this long is over. */
const QUIET = 30_000;
/** Known peers grow without a reseed as well, so growth alone does not keep it going. */
const LONGEST = 90_000;

/** Tracks a requested reseed, because existing servers do not report one. */
export class Reseeding {
  #since: number | undefined;
  #grew = 0;
  #known = 0;

  begin(now: number): void {
    this.#since = now;
    this.#grew = now;
    this.#known = Number.POSITIVE_INFINITY;
  }

  end(): void {
    this.#since = undefined;
  }

  /** Judged by how the number of known peers grows. */
  isUnderWay(known: number, now: number): boolean {
    if (this.#since === undefined) return false;
    if (known > this.#known) this.#grew = now;
    this.#known = known;
    if (now - this.#grew >= QUIET || now - this.#since >= LONGEST) this.end();
    return this.#since !== undefined;
  }
}
