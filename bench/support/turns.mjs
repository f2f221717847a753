// Things are compared by turns, so that the machine's noise falls on all of them alike.

export const median = (values) => quantile(values, 0.5);

export const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

/** Lets each contender measure once in every round; returns each one's results in the order of the rounds. */
export async function byTurns(rounds, contenders) {
  const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, measureIt] of Object.entries(contenders)) results[name].push(await measureIt());
  return results;
}

/** Round by round, how many times as much the one has as the other. */
export function ratio(some, others) {
  const ratios = some.map((value, round) => value / others[round]);
  return {
    median: median(ratios),
    text: median(ratios).toFixed(2),
    range: `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
  };
}
