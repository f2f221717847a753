import type { Document } from "./document.js";

/** What has moved since an earlier report, for better or worse: a line for each check. */
export function moved(before: Document, now: Document): string[] {
  const was = new Map(before.checks.map(({ id, outcome }) => [id, outcome]));
  const is = new Map(now.checks.map(({ id, outcome }) => [id, outcome]));
  const ids = [...new Set([...was.keys(), ...is.keys()])];
  return ids
    .filter((id) => was.get(id) !== is.get(id))
    .map((id) => `${id}: ${was.get(id) ?? "not there"} before, ${is.get(id) ?? "not there"} now`);
}
