import type { NetworkView, NetworkWrites } from "@pilothouse/drivers/port";
import { accepts, networkDefinition, type Settings, type WritableKey } from "@pilothouse/protocol";
import type { Values } from "../../audit/changes.js";

/**
 * What a write may have changed: in the configuration, with the written values as the interface has them, since the
 * others follow from it; of a router that does not show its configuration, all values.
 */
export const touched = (
  { values }: NetworkView,
  writes: NetworkWrites,
  config: Settings | undefined,
): Values =>
  new Map<string, string | null>([
    ...(config ?? []),
    ...[...values].filter(([key]) =>
      config === undefined ? key !== "router.net.ssu.detectedip" : writes.has(key as WritableKey),
    ),
  ]);

/** Where the interface has a value that means "unset", it is written: every router takes it. */
export function networkWrites(wanted: Values): NetworkWrites {
  return new Map(
    [...wanted].map(([name, value]) => {
      const key = name as WritableKey;
      return [key, value ?? (accepts(networkDefinition(key).type, "") ? "" : null)];
    }),
  );
}
