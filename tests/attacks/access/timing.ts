import { random } from "../input/random.js";

/**
 * Decides whether one kind of work takes longer than another, on a machine that is also used by others. Both are
 * done alternately, in a random order each time. If they took equally long, each would be the slower one in half of
 * the rounds, under any load and with any distribution of the times: the sign test.
 */

/** Prepares its input, which is not timed, and returns the work to time. */
export type Work = () => () => Promise<unknown>;

export interface Difference {
  /** By how many standard deviations one was the slower one more often than by chance. */
  readonly sigmas: number;
  /** The median of the differences. */
  readonly micros: number;
}

/** Does both `rounds` times and compares them. */
export async function compare(one: Work, other: Work, rounds: number, seed: number): Promise<Difference> {
  const draw = random(seed);
  const differences: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const otherFirst = draw() < 0.5;
    const first = await timed(otherFirst ? other : one);
    const second = await timed(otherFirst ? one : other);
    differences.push(otherFirst ? second - first : first - second);
  }
  const balance = differences.reduce((sum, difference) => sum + Math.sign(difference), 0);
  const median = differences.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return { sigmas: Math.abs(balance) / Math.sqrt(rounds), micros: Math.abs(median) * 1_000 };
}

async function timed(work: Work): Promise<number> {
  const ready = work();
  const begun = performance.now();
  await ready();
  return performance.now() - begun;
}

/**
 * Chance passes five standard deviations once in two million comparisons. Less than a tenth of a microsecond
 * can come from where a text happens to lie in memory.
 */
export const isSignificant = ({ sigmas, micros }: Difference): boolean => sigmas > 5.2 && micros > 0.1;
