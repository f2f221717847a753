import type { FindingEntry } from "@pilothouse/protocol";
import type { Format } from "../../format.js";
import type { HubSnapshot } from "../../state/live.js";
import type { Language } from "../../texts/language.js";
import { loadTexts } from "../../texts/language.js";
import type { Texts } from "../../texts/texts.js";
import { outdated, SEVERITIES, type Verdict } from "./health.js";

/** The titles of what a hub finds, by key. */
export type FleetTitles = { readonly [key: string]: string };

export const loadTitles = async (language: Language): Promise<FleetTitles> =>
  (await loadTexts("pages", language)).notifications.fleetRules;

/** How the state of a hub's fleet is said. Loaded only at a hub. */
export async function loadHubVerdict(language: Language) {
  const titles = await loadTitles(language);
  return (hub: HubSnapshot, now: number, texts: Texts, format: Format): Verdict => {
    const old = outdated(hub, now, texts, format);
    if (old !== undefined) return old;
    const { verdict, findings } = hub.health;
    const worst = findings.find(({ level }) => level !== "note");
    return {
      severity: SEVERITIES[verdict],
      says: worst === undefined ? texts.net[0].says : fleetWords(worst, titles, format),
      more: String(worst?.values["nodes"] ?? ""),
    };
  };
}

/** "Nodes are offline: 3" */
export function fleetWords(
  { key, text, values: { all } }: FindingEntry,
  titles: FleetTitles,
  { count }: Format,
): string {
  const title = titles[key] ?? text;
  return all === undefined ? title : `${title}: ${count(Number(all))}`;
}
