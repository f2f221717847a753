import { distance } from "fastest-levenshtein";

/** "did you mean …?" for a name that is nearly one of the known; undefined when none is near. */
export function meant(name: string, known: readonly string[]): string | undefined {
  const near = known
    .map((one) => ({ one, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, far }) => far <= Math.max(1, Math.floor(one.length * 0.4)))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3);
  const closest = near.filter(({ far }) => far === near[0]?.far).map(({ one }) => one);
  return closest.length === 0 ? undefined : `did you mean ${closest.join(" or ")}?`;
}
