import { NETWORK_KEYS, prefixed } from "@pilothouse/protocol";
import type { Texts } from "../../texts/texts.js";

/** The label of a network setting; the plain name of any other setting. */
export function settingLabel(name: string, { network }: Texts): string {
  const key = NETWORK_KEYS.find((one) => prefixed(one) === name || one === name);
  return key === undefined ? name : network.fields[key].label;
}
