import type { Settings } from "../value-types/setting-types.js";
import type { EventData } from "../words/filled.js";
import type { Reason } from "../words/reason.js";
import { HIDDEN, hideSecrets } from "./hide-secrets.js";
import { nameSays } from "./secret-names.js";

/**
 * Whether a setting holds a secret, by its name and by its value. Below the scope `all`, such a setting is neither
 * shown nor changed, and nobody sees its value in a record.
 */
export function holdsSecret(name: string, value: string): boolean {
  const description = nameSays(name);
  if (description === "secret") return true;
  if (description === "sounds") return !/^(?:true|false)$/i.test(value);
  return description === "harmless" && hideSecrets(value) !== value;
}

/** A value as it may be shown to everyone. */
export const shownSetting = <V extends string | null>(name: string, value: V): V | typeof HIDDEN =>
  value !== null && holdsSecret(name, value) ? HIDDEN : value;

export const withoutSecrets = (settings: Settings): Settings =>
  new Map([...settings].filter(([name, value]) => !holdsSecret(name, value)));

/** The name of a setting whose new value is what is shown in place of a secret: writing that would lose the secret. */
export const hiddenIn = (settings: Settings): string | undefined =>
  [...settings].find(([, value]) => value.includes(HIDDEN))?.[0];

/** The texts among values of an event or a reason, which may quote a router. */
export const hideInData = (data: EventData): EventData =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === "string" ? hideSecrets(value) : value,
    ]),
  );

export const hideInReason = <W extends Reason | string>(why: W): W =>
  (typeof why === "object" ? { ...why, values: hideInData(why.values) } : hideSecrets(why)) as W;
