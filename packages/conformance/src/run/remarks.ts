/** Half of the answers of a server take this long, in milliseconds, before it is remarked. */
export const SLOW_MS = 1_000;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** What is worth knowing about a run, and is no failure. */
export function remarksOf(durations: readonly number[], ended: string | undefined): string[] {
  const sorted = durations.toSorted((one, other) => one - other);
  const [median = 0, slowest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return [
    ...(median < SLOW_MS
      ? []
      : [
          `Timing: the server is slow. Half of its ${sorted.length} answers took ${seconds(median)} or longer, the slowest ${seconds(slowest)}.`,
        ]),
    ...(ended === undefined ? [] : [`The run is not complete: ${ended}.`]),
  ];
}
