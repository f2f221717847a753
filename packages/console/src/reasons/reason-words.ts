import { type EventData, filled, NETWORK_KEYS, prefixed } from "@pilothouse/protocol";
import type { Texts } from "../texts/texts.js";

interface Reasons {
  readonly reasons: { readonly [code: string]: string };
}

/** A reason of the service in the reader's language; undefined for one of a newer service. */
export function reasonWords(code: string, values: EventData, texts: Reasons): string | undefined {
  const sentence = Object.hasOwn(texts.reasons, code) ? texts.reasons[code] : undefined;
  return sentence === undefined ? undefined : filled(sentence, valuesIn(values, texts));
}

/** Values with their reasons in the reader's language: the code of the reason `why` is in `why.code`. */
export function valuesIn(values: EventData, texts: Reasons): EventData {
  const plain = Object.entries(values).filter(([name]) => !name.includes("."));
  return Object.fromEntries(plain.map(([name, value]) => [name, inWords(name, values, texts) ?? value]));
}

function inWords(name: string, values: EventData, texts: Reasons): string | undefined {
  const begin = `${name}.`;
  const { code, ...inner } = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      key.startsWith(begin) ? [[key.slice(begin.length), value]] : [],
    ),
  );
  if (typeof code === "string") return reasonWords(code, inner, texts);
  // Events of earlier versions have one word, and no code.
  return name === "reason" ? reasonWords(`away.${values[name]}`, {}, texts) : undefined;
}

/** The label of a network setting; the plain name of any other setting. */
export function settingLabel(name: string, { network }: Texts): string {
  const key = NETWORK_KEYS.find((one) => prefixed(one) === name || one === name);
  return key === undefined ? name : network.fields[key].label;
}
