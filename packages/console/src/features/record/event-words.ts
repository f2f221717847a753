import { type EventEntry, filled, NET_STATUS, type NetStatus } from "@pilothouse/protocol";
import type { Format } from "../../format.js";
import { actorWords } from "../../reasons/actor-words.js";
import { limitWords, listedLabel, valuesIn } from "../../reasons/reason-words.js";
import type { Texts } from "../../texts/texts.js";

/** An event in the reader's language. An unknown one, from a newer service, as its name and values. */
export function eventWords(
  { kind, data }: Pick<EventEntry, "kind" | "data">,
  texts: Texts,
  format?: Pick<Format, "moment">,
): string {
  const words: { readonly [kind: string]: string } = texts.eventTexts;
  const sentence = Object.hasOwn(words, kind) ? words[kind] : undefined;
  const values = { ...valuesIn(data, texts), ...(format && whenMade(data, format)) };
  return sentence === undefined
    ? [kind, ...Object.values(values)].join(" ")
    : filled(sentence, withLabels(kind, named(values, texts), texts));
}

/** The service writes when a backup was made as "2026-11-16 20:05 UTC", beside times that are the reader's. */
function whenMade({ made }: EventEntry["data"], { moment }: Pick<Format, "moment">): EventEntry["data"] {
  const at = Date.parse(String(made).replace(" UTC", "Z").replace(" ", "T"));
  return Number.isNaN(at) ? {} : { made: moment(at) };
}

/** Those who act for the service itself, and the limits that a budget sets, in words. */
function named(values: EventEntry["data"], texts: Texts): EventEntry["data"] {
  const { by, limits: set } = values;
  return {
    ...values,
    ...(by !== undefined && { by: actorWords(String(by), texts) }),
    ...(set !== undefined && { limits: limitWords(String(set), texts) }),
  };
}

/** The names of settings and of network statuses as labels. */
function withLabels(kind: string, values: EventEntry["data"], texts: Texts): EventEntry["data"] {
  const label: (name: string) => string = kind.startsWith("reachability.")
    ? (name) => statusLabel(name, texts)
    : kind === "budget.left"
      ? (name) => limitWords(name, texts)
      : (name) => listedLabel(name, texts);
  const names = kind.startsWith("reachability.") ? ["now", "was"] : ["names"];
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) =>
      names.includes(name) ? [name, String(value).split(", ").map(label).join(", ")] : [name, value],
    ),
  );
}

const statusLabel = (name: string, { net }: Texts): string => {
  const known = Object.entries(NET_STATUS).find(([, status]) => status.name === name);
  return known === undefined ? name : net[Number(known[0]) as NetStatus].says;
};
