export const START = Date.UTC(2026, 0, 1, 12);

/** The clock of all tests. It does not move until it is moved, or runs at `speed` times real time. */
export class TestClock {
  #base: number;
  #since = Date.now();
  #speed = 0;
  /** How far the time of day was set, ahead or back; `ticks` does not see it. */
  set = 0;

  constructor(ms = START) {
    this.#base = ms;
  }

  /** Starts at the real time and runs as fast. */
  static running(): TestClock {
    const clock = new TestClock(Date.now());
    clock.speed = 1;
    return clock;
  }

  get ms(): number {
    return Math.floor(this.ticks());
  }

  set ms(ms: number) {
    this.#base = ms;
    this.#since = Date.now();
  }

  now(): number {
    return this.ms + this.set;
  }

  /** With fractions when it was moved by some, as those of a real monotonic clock. */
  ticks(): number {
    return this.#base + (Date.now() - this.#since) * this.#speed;
  }

  advance(ms: number): void {
    this.#base += ms;
  }

  /** 0 holds the clock, so that nothing happens before a slow reader has seen the present. */
  set speed(factor: number) {
    const now = this.ms;
    this.#speed = factor;
    this.ms = now;
  }
}
