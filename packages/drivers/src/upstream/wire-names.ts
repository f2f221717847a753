import type { InfoName, NetworkName } from "@pilothouse/client";
import {
  type InfoKey,
  NETWORK_PREFIX,
  type NetworkKey,
  networkDefinition,
  Unfit,
  type ValueType,
  type WritableKey,
} from "@pilothouse/protocol";
import { type Facts, SettingRefused } from "../port.js";

/** The client leaves out what all keys of a table begin with. */
const INFO = "router.";

export const infoName = (key: InfoKey): InfoName => key.slice(INFO.length) as InfoName;
export const networkName = (key: NetworkKey): NetworkName => key.slice(NETWORK_PREFIX.length) as NetworkName;

export const toFacts = (reported: { readonly [name in InfoName]?: unknown }): Facts =>
  Object.fromEntries(Object.entries(reported).map(([name, value]) => [`${INFO}${name}`, value])) as Facts;

/** Throws unless it is a good value of this network setting. */
export const checkNetwork = (key: WritableKey, value: string): void =>
  requireFit(networkDefinition(key).type, value, key);

/** Throws unless it is a value of the kind; `key` is what the caller calls the setting, and `shown` how a text names it. */
export function requireFit(type: ValueType<unknown>, value: string, key: string, shown = key): void {
  try {
    type.read(value);
  } catch (error) {
    if (error instanceof Unfit) throw new SettingRefused(`${shown} ${error.message}`, { key });
    throw error;
  }
}
