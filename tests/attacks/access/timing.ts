import { random } from "../input/random.js";

/**
 * Tells whether one kind of work takes longer than another, on a machine that others use as well. Both are
 * done in turn, in an order that is drawn each time. Were they alike, each would be the slower one as often as
 * a coin shows heads, whatever else the machine does and however the times are spread: the sign test.
 */

/** Gets its input ready, which takes none of the time, and returns what is timed. */
export type Work = () => () => Promise<unknown>;

export interface Difference {
  /** By how many standard deviations one was more often the slower one than chance would have it. */
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
export const tells = ({ sigmas, micros }: Difference): boolean => sigmas > 5.2 && micros > 0.1;
