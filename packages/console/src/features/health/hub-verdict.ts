import type { HubSnapshot } from "../../state/live.js";
import type { Language } from "../../texts/language.js";
import { loadTexts } from "../../texts/language.js";
import type { Texts } from "../../texts/texts.js";
import { fleetWords, type Words } from "./fleet-words.js";
import { outdated, SEVERITIES, type Verdict } from "./health.js";

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
