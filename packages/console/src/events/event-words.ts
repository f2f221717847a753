import { type EventEntry, filled } from "@pilothouse/protocol";
import { settingLabel } from "../settings/setting-label.js";
import type { Texts } from "../texts/en.js";

/** An event in the reader's language. An unknown one, from a newer service, as its name and values. */
export function eventWords({ kind, data }: Pick<EventEntry, "kind" | "data">, texts: Texts): string {
  const words: { readonly [kind: string]: string } = texts.eventTexts;
  const sentence = Object.hasOwn(words, kind) ? words[kind] : undefined;
  return sentence === undefined
    ? [kind, ...Object.values(data)].join(" ")
    : filled(sentence, withLabels(data, texts));
}

/** The names of settings as labels. */
const withLabels = (data: EventEntry["data"], texts: Texts): EventEntry["data"] =>
  typeof data["names"] !== "string"
    ? data
    : {
        ...data,
        names: data["names"]
          .split(", ")
          .map((name) => settingLabel(name, texts))
          .join(", "),
      };
