import type { MethodName } from "@pilothouse/protocol";

/** What a request that names no method of ours is counted as: strangers must not make up labels. */
const UNKNOWN = "unknown";
/** Upper bounds in seconds: most answers come from the last sample, an update may take minutes. */
export const BOUNDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5, 30] as const;

/** How often a method was called, by outcome, and how long it took. */
class Counter {
  readonly codes = new Map<number, number>();
  /** Per bound, and beyond the last: how many requests took this long, each counted once. */
  readonly took: number[] = Array(BOUNDS.length + 1).fill(0);
  seconds = 0;
}

/** Counts requests with a few additions each; figures are made of them only when somebody asks. */
export class RequestMeter {
  readonly #counters = new Map<string, Counter>();

  /** `code` is that of the error, or 0. */
  count(method: string | undefined, code: number, ms: number): void {
    const name = method ?? UNKNOWN;
    const counter = this.#counters.get(name) ?? new Counter();
    this.#counters.set(name, counter);
    const seconds = ms / 1_000;
    counter.codes.set(code, (counter.codes.get(code) ?? 0) + 1);
    counter.seconds += seconds;
    let index = 0;
    while (index < BOUNDS.length && seconds > (BOUNDS[index] ?? 0)) index++;
    counter.took[index] = (counter.took[index] ?? 0) + 1;
  }

  /** The methods that were called so far. */
  counted(): [method: string, counted: Readonly<Counter>][] {
    return [...this.#counters];
  }

  howOften(method: MethodName, code: number): number {
    return this.#counters.get(method)?.codes.get(code) ?? 0;
  }
}
