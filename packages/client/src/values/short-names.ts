import type { Info, InfoKey, NetworkKey, NetworkValue, Settings, WritableKey } from "@pilothouse/protocol";
import { INFO_KEYS, NETWORK_KEYS, NETWORK_PREFIX, networkDefinition } from "@pilothouse/protocol";

/** In the client's calls a key goes without what all keys of its table begin with. */
type Without<P extends string, K extends string> = K extends `${P}${infer Rest}` ? Rest : never;

const INFO = "router.";

export type InfoName = Without<typeof INFO, InfoKey>;
export type NetworkName = Without<typeof NETWORK_PREFIX, NetworkKey>;
export type WritableName = Without<typeof NETWORK_PREFIX, WritableKey>;

export const infoKey = (name: InfoName) => `${INFO}${name}` as InfoKey;
export const networkKey = (name: NetworkName) => `${NETWORK_PREFIX}${name}` as NetworkKey;

export const INFO_NAMES = INFO_KEYS.map((key) => key.slice(INFO.length)) as readonly InfoName[];
export const WRITABLE_NAMES = NETWORK_KEYS.filter((key) => !networkDefinition(key).readOnly).map((key) =>
  key.slice(NETWORK_PREFIX.length),
) as readonly WritableName[];

/** What a router reported. Every key may be missing: no implementation reports all of them. */
export type InfoOf<N extends InfoName> = { readonly [K in N]?: Info[`${typeof INFO}${K}` & InfoKey] };

/** Settings as they are; null where unset, missing where the router has no such setting. */
export type NetworkValues<N extends NetworkName> = { readonly [K in N]?: string | null };

export type NetworkWrites = {
  readonly [K in WritableName]?: NetworkValue<`${typeof NETWORK_PREFIX}${K}` & WritableKey>;
};

export interface NetworkWritten {
  /** The settings as the server repeats them; not every server does. */
  readonly values: NetworkValues<WritableName>;
  /** Whether the server took the settings. */
  readonly saved: boolean;
  readonly restartNeeded: boolean;
}

export type SettingsInput = Settings | { readonly [name: string]: string };
