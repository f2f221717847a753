import { NETWORK_KEYS, prefixed } from "@pilothouse/protocol";
import type { Texts } from "../texts/en.js";

/** A network setting by the name it has on its page; any other by its own. */
export function settingLabel(name: string, { network }: Texts): string {
  const key = NETWORK_KEYS.find((one) => prefixed(one) === name || one === name);
  return key === undefined ? name : network.fields[key].label;
}
