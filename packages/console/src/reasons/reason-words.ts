import { type EventData, filled, NETWORK_KEYS, type NetworkKey, prefixed } from "@pilothouse/protocol";
import type { PageTexts, Texts } from "../texts/texts.js";
import { actorWords } from "./actor-words.js";

interface Reasons {
  readonly reasons: { readonly [code: string]: string };
  readonly limits?: { readonly [name: string]: string };
  readonly actors?: { readonly [name: string]: string };
}

/** Limits by name, as "in, out" or "share 80%, in 50 KiB/s", in the reader's language. */
export const limitWords = (text: string, { limits }: Pick<Reasons, "limits">): string =>
  text
    .replaceAll(/(?<=^|, )\w+/g, (name) => limits?.[name] ?? name)
    .replaceAll(/(\d+) ?%/g, (found, percent: string) => filled(limits?.["percent"] ?? found, { percent }));

/** A reason of the service in the reader's language; undefined for one of a newer service. */
export function reasonWords(code: string, values: EventData, texts: Reasons): string | undefined {
  const sentence = Object.hasOwn(texts.reasons, code) ? texts.reasons[code] : undefined;
  if (sentence === undefined) return undefined;
  const { names, name } = values;
  const limits = code === "budget.noLimit" && { names: limitWords(String(names), texts) };
  const actor = code === "rollout.ended" && { name: actorWords(String(name), { actors: {}, ...texts }) };
  return filled(sentence, { ...valuesIn(values, texts), ...limits, ...actor });
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

/** The label of a setting of the network or the service, or of an option of a tunnel; the plain name of any other. */
export function settingLabel(
  name: string,
  { network, serviceSettings }: Texts,
  pages?: Pick<PageTexts, "tunnels">,
): string {
  const ofService: { readonly [name: string]: string } = serviceSettings;
  if (Object.hasOwn(ofService, name)) return ofService[name] ?? name;
  const key = networkKey(name);
  return key === undefined ? tunnelLabel(name, pages) : network.fields[key].label;
}

/** The network setting of this name, with or without the prefix of the wire. */
export const networkKey = (name: string): NetworkKey | undefined =>
  NETWORK_KEYS.find((one) => prefixed(one) === name || one === name);

/** What an option of a tunnel is called, which the service records as `TUNNEL.Option`. */
export function tunnelOption(name: string, pages?: Pick<PageTexts, "tunnels">): string | undefined {
  const options: { readonly [option: string]: string } = pages?.tunnels.options ?? {};
  const dot = name.lastIndexOf(".");
  const option = name.slice(dot + 1);
  return dot > 0 && Object.hasOwn(options, option) ? options[option] : undefined;
}

function tunnelLabel(name: string, pages?: Pick<PageTexts, "tunnels">): string {
  const option = tunnelOption(name, pages);
  return option === undefined ? name : `${name.slice(0, name.lastIndexOf("."))} · ${option}`;
}

/** The same in a list, without its unit, which a comma would set apart like another name. */
export const listedLabel = (...of: Parameters<typeof settingLabel>): string =>
  settingLabel(...of).replace(/, [^,]*$|（.*）$/, "");
