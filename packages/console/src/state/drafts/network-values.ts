import { ask } from "@pilothouse/client/browser";
import { NETWORK_KEYS, type NetworkKey, prefixed } from "@pilothouse/protocol";

export type NetworkValues = { readonly [K in NetworkKey]?: string | null };
export type NetworkChanges = { readonly [K in NetworkKey]?: string };

/** All keys in one call: null reads, a string writes. Either all are written or none. */
export const networkSettings = (changes: NetworkChanges = {}, ifRevision?: number) => ({
  ...ask.call("NetworkSetting", {
    ...Object.fromEntries(NETWORK_KEYS.map((key) => [prefixed(key), changes[key] ?? null])),
    ...(ifRevision !== undefined && { IfRevision: ifRevision }),
  }),
  read: (result: { readonly [name: string]: unknown }): NetworkValues =>
    Object.fromEntries(NETWORK_KEYS.map((key) => [key, result[prefixed(key)] ?? null])),
});
