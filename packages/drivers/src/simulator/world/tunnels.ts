/** Every tunnel lives ten minutes; a step is one second. */
export const TUNNEL_SECONDS = 600;

/** Tunnels of others through this router, each with its own end. */
export class Tunnels {
  count = 0;
  /** By second of their birth, in a ring: those of a slot end when its turn comes again. */
  readonly #born = new Uint32Array(TUNNEL_SECONDS);
  #second = 0;
  #lastBirth = -TUNNEL_SECONDS;

  step(accepted: number): void {
    this.#second++;
    const slot = this.#second % TUNNEL_SECONDS;
    this.count += accepted - (this.#born[slot] ?? 0);
    this.#born[slot] = accepted;
    if (accepted > 0) this.#lastBirth = this.#second;
  }

  /** Seconds until the last of them ends, when no more are accepted. */
  get secondsLeft(): number {
    return Math.max(0, this.#lastBirth + TUNNEL_SECONDS - this.#second);
  }

  /** Has them end sooner, evenly, so that none is left after these seconds when no more are accepted. */
  endWithin(seconds: number): void {
    if (this.secondsLeft <= seconds) return;
    this.#born.fill(0);
    for (let n = 1, left = this.count; n <= seconds; n++) {
      const ending = Math.ceil(left / (seconds - n + 1));
      this.#born[(this.#second + n) % TUNNEL_SECONDS] = ending;
      left -= ending;
    }
    this.#lastBirth = this.#second + seconds - TUNNEL_SECONDS;
  }

  clear(): void {
    this.count = 0;
    this.#born.fill(0);
    this.#lastBirth = this.#second - TUNNEL_SECONDS;
  }
}
