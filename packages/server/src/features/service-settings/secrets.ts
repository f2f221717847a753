import { badKey, reason, type ServiceValue } from "@pilothouse/protocol";
import type { Place } from "../../settings/load.js";
import { SETTING_SECRETS } from "../../settings/table.js";

export type Stored = ReadonlyMap<string, ServiceValue>;

export const isSecret = (name: string): boolean => Object.hasOwn(SETTING_SECRETS, name);
export const isConfigured = ({ source }: Place): boolean => source !== "default" && source !== "run time";

export const secretsIn = (stored: Stored): ReadonlyMap<string, string> =>
  new Map(
    [...stored].flatMap(([name, value]) =>
      isSecret(name) && typeof value === "string" ? [[name, value] as const] : [],
    ),
  );

/**
 * What is stored once these values are set. A secret stays with the address that it was set for: otherwise a stolen
 * session could have it sent to a server of its own, although it is never shown.
 */
export function withValues(
  before: Stored,
  values: { readonly [name: string]: ServiceValue },
  place: (name: string) => Place,
): Stored {
  const next = new Map(before);
  for (const [name, value] of Object.entries(values))
    value === null ? next.delete(name) : next.set(name, value);
  for (const [name, { file, sentTo }] of Object.entries(SETTING_SECRETS)) {
    if (values[sentTo] != null && isConfigured(place(file)))
      throw badKey(sentTo, reason("secret.configured", { secret: file, where: place(file).where }));
    if (values[name] == null) {
      if (next.get(sentTo) !== before.get(sentTo)) next.delete(name);
    } else if (isConfigured(place(sentTo))) {
      // Set here earlier, and not what this secret is for. It would be used again once the configuration has no address.
      next.delete(sentTo);
    } else if (!next.has(sentTo)) throw badKey(name, reason("secret.noAddress", { address: sentTo }));
  }
  return next;
}
