import { type EventEntry, filled } from "@pilothouse/protocol";
import type { Texts } from "../texts/en.js";

/** An event in the reader's language; one that only a newer service knows by its name and values. */
export function eventWords({ kind, data }: Pick<EventEntry, "kind" | "data">, { eventTexts }: Texts): string {
  const words: { readonly [kind: string]: string } = eventTexts;
  const sentence = Object.hasOwn(words, kind) ? words[kind] : undefined;
  return sentence === undefined ? [kind, ...Object.values(data)].join(" ") : filled(sentence, data);
}
