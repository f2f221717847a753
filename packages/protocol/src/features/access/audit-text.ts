/** In place of the changes that one entry has no room for. */
export const moreChanges = (count: number): string => `and ${count} more`;

/** How many changes were left out, if this stands in their place. */
export function omittedChanges(name: string): number | undefined {
  const count = /^and (\d+) more$/.exec(name)?.[1];
  return count === undefined ? undefined : Number(count);
}
