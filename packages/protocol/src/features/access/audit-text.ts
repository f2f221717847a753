import type { EventData } from "../../words/filled.js";

/**
 * The code and values of an entry that was recorded without them, by an earlier version; undefined for one that
 * this version does not know. Entries without values have their code as text, one of `codes`.
 */
export function auditCodeOf<C extends string>(
  action: string,
  codes: readonly C[],
): { readonly code: C | EarlierCode; readonly data: EventData } | undefined {
  const more = /, (\d+) more within a minute$/.exec(action);
  if (more !== null) {
    const rest = auditCodeOf(action.slice(0, more.index), codes);
    return rest && { code: rest.code, data: { ...rest.data, more: Number(more[1]) } };
  }
  const named = codes.find((code) => code === action);
  if (named !== undefined) return { code: named, data: {} };
  for (const [code, sentence] of EARLIER) {
    const found = sentence.exec(action);
    if (found !== null) return { code, data: defined(found.groups ?? {}) };
  }
  return undefined;
}

type EarlierCode = (typeof EARLIER)[number][0];
const EARLIER = [
  ["notification test", /^test of notifications by (?<channel>.+)$/],
  ["hub beyond", /^command of a hub beyond what is allowed$/],
  ["hub command", /^command of a hub refused: (?<why>.+)$/],
  ["hub notice", /^notice of a hub refused: (?<why>.+)$/],
  ["call", /^(?<method>[\w.]+)(?: with (?<key>\S+))?(?: at (?<node>.+))$/],
] as const satisfies readonly (readonly [code: string, sentence: RegExp])[];

const defined = (values: { readonly [name: string]: string | undefined }): EventData =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** In place of the changes that one entry has no room for. */
export const moreChanges = (count: number): string => `and ${count} more`;

/** How many changes were left out, if this stands in their place. */
export function omittedChanges(name: string): number | undefined {
  const count = /^and (\d+) more$/.exec(name)?.[1];
  return count === undefined ? undefined : Number(count);
}
