import type { EventEntry } from "@pilothouse/protocol";
import type { I18n } from "../../../state/hooks.js";
import type { FleetTexts } from "../../../texts/texts.js";
import { entryWords, fleetWords } from "../../health/fleet-words.js";
import { eventWords } from "../../record/event-words.js";

/** The nodes that an event names; none of an event of the hub itself. */
export const nodesOf = ({ data: { nodes } }: Pick<EventEntry, "data">): readonly string[] =>
  typeof nodes === "string" ? nodes.split(", ") : [];

/** What happened, in the reader's language, without the nodes to which it did. */
export function fleetEventWords(
  { kind, data }: Pick<EventEntry, "kind" | "data">,
  words: Pick<FleetTexts, "events" | "short" | "found" | "rollouts">,
  i18n: I18n,
): string {
  const { joined, removed, over } = words.events;
  if (kind === "fleet.joined") return joined;
  if (kind === "fleet.removed") return removed;
  const { nodes: _nodes, count: all = 0, finding, what = "", entries, ...rest } = data;
  if (finding === undefined) return eventWords({ kind, data: rest }, i18n.texts, i18n.format);
  const short: { readonly [key: string]: string } = words.short;
  const key = String(finding);
  const alone = all === 1 ? short[key] : undefined;
  const found = alone ?? fleetWords({ key, text: String(what), values: { all } }, words, i18n);
  const says = entries === undefined ? found : `${found} · ${entryWords(entries, words)}`;
  return kind === "fleet.resolved" ? i18n.fill(over, { what: says }) : capital(says);
}

/** The short words of a state stand alone here. */
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
