/** The shortest part of a sequence that still fails, found by leaving out pieces: large ones first, then single steps. */
export async function shortened<T>(
  steps: readonly T[],
  fails: (steps: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let shortest = steps;
  for (let piece = Math.ceil(steps.length / 2); piece >= 1; piece = Math.floor(piece / 2))
    for (let from = shortest.length - piece; from > -piece; from -= piece) {
      const without = shortest.filter((_, n) => n < from || n >= from + piece);
      if (without.length < shortest.length && (await fails(without))) shortest = without;
    }
  return shortest;
}
