import type { FindingEntry } from "@pilothouse/protocol";
import type { Format } from "../../format.js";
import type { Fill } from "../../texts/fill.js";
import type { FleetTexts } from "../../texts/texts.js";

export interface Words {
  readonly format: Format;
  readonly fill: Fill;
}

/** What a finding names that is not nodes. Roll-outs are named by their kind and id. */
export const entryWords = (entries: unknown, { rollouts }: Pick<FleetTexts, "rollouts">): string =>
  String(entries).replaceAll(
    /\b(restart|update|apply)(?= [0-9a-f]{8})/g,
    (kind) => rollouts.kinds[kind as keyof typeof rollouts.kinds],
  );

/** "3 nodes are offline" */
export function fleetWords(
  { key, text, values: { all } }: Pick<FindingEntry, "key" | "text" | "values">,
  { found }: Pick<FleetTexts, "found">,
  { format, fill }: Words,
): string {
  const says: { readonly [key: string]: Parameters<Fill>[0] } = found;
  const count = Number(all ?? 0);
  return fill(says[key] ?? text, { count, shown: format.count(count) });
}
