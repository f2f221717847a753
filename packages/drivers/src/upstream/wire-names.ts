import type { InfoName, NetworkName } from "@pilothouse/client";
import {
  type InfoKey,
  NETWORK_PREFIX,
  type NetworkKey,
  networkRow,
  Unfit,
  type WritableKey,
} from "@pilothouse/protocol";
import { type Facts, SettingRefused } from "../port.js";

/** The client leaves out what all keys of a table begin with. */
const INFO = "router.";

export const infoName = (key: InfoKey): InfoName => key.slice(INFO.length) as InfoName;
export const networkName = (key: NetworkKey): NetworkName => key.slice(NETWORK_PREFIX.length) as NetworkName;

export const toFacts = (reported: { readonly [name in InfoName]?: unknown }): Facts =>
  Object.fromEntries(Object.entries(reported).map(([name, value]) => [`${INFO}${name}`, value])) as Facts;

/** Throws unless it is a good value of this network setting; `name` is what the caller calls it. */
export function checkNetwork(key: WritableKey, value: string, name: string = key): void {
  try {
    networkRow(key).kind.read(value);
  } catch (error) {
    if (error instanceof Unfit) throw new SettingRefused(`${name} ${error.message}`, { key });
    throw error;
  }
}
