import type { Client } from "@pilothouse/client";
import { type DetailKey, type Details, METHODS, spelled, wireKey } from "@pilothouse/protocol";

/** What the server answers of these keys, in whichever spelling it has. */
export async function askDetails(
  client: Client,
  keys: readonly DetailKey[],
  signal: AbortSignal,
): Promise<Details> {
  const wire = (key: DetailKey) => wireKey(METHODS.RouterInfo, key);
  const answer = await client.call("RouterInfo", Object.fromEntries(keys.map((key) => [wire(key), null])), {
    signal,
  });
  return Object.fromEntries(
    keys.map((key) => [key, answer[wire(key)] ?? answer[spelled(wire(key), "i2p")]]),
  ) as Details;
}
