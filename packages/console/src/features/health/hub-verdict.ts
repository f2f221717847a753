import type { FindingEntry } from "@pilothouse/protocol";
import type { Format } from "../../format.js";
import type { HubSnapshot } from "../../state/live.js";
import type { Fill } from "../../texts/fill.js";
import type { Language } from "../../texts/language.js";
import { loadTexts } from "../../texts/language.js";
import type { FleetTexts, Texts } from "../../texts/texts.js";
import { outdated, SEVERITIES, type Verdict } from "./health.js";

interface Words {
  readonly format: Format;
  readonly fill: Fill;
}

/** How the state of a hub's fleet is said. Loaded only at a hub. */
export async function loadHubVerdict(language: Language) {
  const words = await loadTexts("fleet", language);
  return (hub: HubSnapshot, now: number, texts: Texts, i18n: Words): Verdict => {
    const old = outdated(hub, now, texts, i18n.format);
    if (old !== undefined) return old;
    const { verdict, findings } = hub.health;
    const worst = findings.find(({ level }) => level !== "note");
    return {
      severity: SEVERITIES[verdict],
      says: worst === undefined ? texts.net[0].says : fleetWords(worst, words, i18n),
      more: String(worst?.values["nodes"] ?? ""),
    };
  };
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
