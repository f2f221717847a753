import { type NetworkKey, parseJson } from "@pilothouse/protocol";
import type { PageTexts, Texts } from "../texts/texts.js";
import { networkKey, tunnelOption } from "./reason-words.js";

/** The label of an option of a setting, if there is one. */
export function optionText(key: NetworkKey, option: string, { network, common }: Texts): string {
  const words: { readonly [option: string]: string } =
    key === "router.net.ntcp.autoip"
      ? network.autoip
      : key === "router.net.ssu.autoip"
        ? network.sources
        : { true: common.on, false: common.off };
  return words[option] ?? option;
}

/** A value as the form of its setting shows it; as it is, if the setting has no form. */
export function settingValue(
  name: string,
  value: string,
  texts: Texts,
  pages?: Pick<PageTexts, "tunnels">,
): string {
  const { common, serviceSettings } = texts;
  if (Object.hasOwn(serviceSettings, name)) return unquoted(value);
  const key = networkKey(name);
  if (key !== undefined) return optionText(key, value, texts);
  const isSwitch = value === "true" || value === "false";
  if (!isSwitch || tunnelOption(name, pages) === undefined) return value;
  return value === "true" ? common.on : common.off;
}

/** The service records its own settings as JSON. */
function unquoted(value: string): string {
  try {
    const plain = parseJson(value);
    return Array.isArray(plain) ? plain.join(", ") : String(plain);
  } catch {
    return value;
  }
}
