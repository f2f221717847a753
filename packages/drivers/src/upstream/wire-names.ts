import type { InfoName, NetworkName } from "@pilothouse/client";
import { type InfoKey, NETWORK_PREFIX, type NetworkKey } from "@pilothouse/protocol";
import type { Facts } from "../port.js";

/** The client leaves out what all keys of a table begin with. */
const INFO = "router.";

export const infoName = (key: InfoKey): InfoName => key.slice(INFO.length) as InfoName;
export const networkName = (key: NetworkKey): NetworkName => key.slice(NETWORK_PREFIX.length) as NetworkName;

export const toFacts = (reported: { readonly [name in InfoName]?: unknown }): Facts =>
  Object.fromEntries(Object.entries(reported).map(([name, value]) => [`${INFO}${name}`, value])) as Facts;
