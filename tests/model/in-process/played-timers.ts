import { setImmediate as turn } from "node:timers/promises";
import type { TestClock } from "@pilothouse/system/testing/test-clock";

interface Timer {
  due: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

/**
 * Timers run once a second at first; the longer the time, the longer the turns: what comes every second has missed some
 * then, as on a busy machine.
 */
const SHORTEST_TURN = 1_000;
const LONGEST_TURN = 300_000;
const TURNS = 4;
/** So many rounds of the event loop without work under way mean that nothing goes on by itself. */
const QUIET_TURNS = 3;

const REAL = { setTimeout, setInterval, clearTimeout, clearInterval, now: performance.now };

/** Timers and times that go by the clock of a test: no run depends on how fast the machine is. */
export class PlayedTimers {
  readonly #timers = new Map<object, Timer>();
  /** For how long the process ran. Of a long time that passes in few turns it sees little: it did not stand still. */
  #ran = 0;

  constructor(
    readonly clock: TestClock,
    /** Whether something is under way that comes back by itself, such as a write of a file. */
    readonly isBusy: () => boolean,
  ) {}

  install(): void {
    const add = (run: () => void, ms = 0, every?: number) => {
      const handle = { ref: () => handle, unref: () => handle, hasRef: () => false, refresh: () => handle };
      this.#timers.set(handle, { due: this.clock.ticks() + ms, every, run });
      return handle;
    };
    const remove = (handle: object) => void this.#timers.delete(handle);
    Object.assign(globalThis, {
      setTimeout: (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
        add(() => run(...given), ms),
      setInterval: (run: () => void, ms: number) => add(run, ms, ms),
      clearTimeout: remove,
      clearInterval: remove,
    });
    performance.now = () => this.#ran;
  }

  uninstall(): void {
    const { now, ...timers } = REAL;
    Object.assign(globalThis, timers);
    performance.now = now;
    this.#timers.clear();
  }

  /** The process has ended. The next one has timers of its own, since some are shared within a process (`every`). */
  clear(): void {
    this.#timers.clear();
    this.install();
  }

  /** Lets time pass, with what is due in it, and with what else lives by the same clock. */
  async pass(ms: number, live: () => Promise<void> = async () => {}): Promise<void> {
    const began = this.clock.ticks();
    for (let passed = 0; passed < ms; passed = this.clock.ticks() - began) {
      const turn = Math.min(Math.max(SHORTEST_TURN, Math.floor(passed / TURNS)), LONGEST_TURN);
      this.#advance(Math.min(turn, ms - passed));
      await live();
      this.#runDue();
      await this.quiet();
    }
  }

  /** Resolves when nothing is under way any more but what waits for time. */
  async quiet(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = this.isBusy() ? 0 : quiet + 1) await turn();
  }

  /** The result of work. If it waits for time, that time passes, and others that have waited for it come to an end too. */
  async result<T>(work: Promise<T>): Promise<T> {
    const began = this.clock.ticks();
    await this.until(work, () => false);
    if (this.clock.ticks() > began) await this.quiet();
    return work;
  }

  /** Resolves when work is done, or when it is not waited for any longer. */
  async until(work: Promise<unknown>, isEnough: () => boolean): Promise<void> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (let quiet = 0; !isDone && !isEnough(); quiet = this.isBusy() ? 0 : quiet + 1) {
      if (quiet >= QUIET_TURNS && this.#runNext()) quiet = 0;
      await turn();
    }
  }

  #runNext(): boolean {
    const next = Math.min(...[...this.#timers.values()].map(({ due }) => due));
    if (next === Number.POSITIVE_INFINITY) return false;
    this.#advance(Math.max(0, next - this.clock.ticks()));
    this.#runDue();
    return true;
  }

  #advance(ms: number): void {
    this.clock.advance(ms);
    this.#ran += Math.min(ms, SHORTEST_TURN);
  }

  #runDue(): void {
    const now = this.clock.ticks();
    const due = [...this.#timers].filter(([, timer]) => timer.due <= now);
    for (const [handle, timer] of due.sort(([, a], [, b]) => a.due - b.due)) {
      if (!this.#timers.has(handle)) continue;
      if (timer.every === undefined) this.#timers.delete(handle);
      else timer.due = now + timer.every;
      timer.run();
    }
  }
}
