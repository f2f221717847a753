import { hideInReason, type Reason, reason, textOfReason, Unfit, type ValueType } from "@pilothouse/protocol";

/** What went wrong, for people and, where there is a code for it, for programs. Values may quote a secret: it is hidden. */
export class Explained extends Error {
  readonly why: Reason | undefined;

  constructor(
    description: Reason | string,
    { why, ...options }: ErrorOptions & { readonly why?: Reason } = {},
  ) {
    const safe = hideInReason(description);
    super(textOfReason(safe), options);
    const coded = typeof safe === "string" ? why && hideInReason(why) : safe;
    this.why = typeof coded === "object" ? coded : undefined;
  }
}

/** The router does not take this setting; the message names it and says what is wanted. */
export class SettingRefused extends Explained {
  override readonly name = "SettingRefused";
  /** The setting that is to blame, where it is one: a network key, or the name of an advanced setting. */
  readonly key: string | undefined;

  constructor(
    description: Reason | string,
    { key, ...options }: ErrorOptions & { readonly key?: string; readonly why?: Reason } = {},
  ) {
    super(description, options);
    this.key = key;
  }
}

/** The router cannot do this at all (an action it has no lever for). */
export class NotPossible extends Explained {
  override readonly name = "NotPossible";
}

/** A wait of up to ten minutes that others rely on is not cut short by a restart for something else. */
export const wouldCutShort = (): NotPossible => new NotPossible(reason("tunnel.cutsShort"));

export type UnavailableReason = "unreachable" | "timeout" | "login" | "certificate" | "failed";

/** The router cannot be asked, or failed at what it was asked; the message says so in a sentence for people. */
export class RouterUnavailable extends Explained {
  override readonly name: string = "RouterUnavailable";

  constructor(
    description: Reason | string,
    /** The same for programs. */
    readonly reason: UnavailableReason,
    options?: ErrorOptions,
  ) {
    super(description, options);
  }
}

/** Blames a setting, or an option of a tunnel. A text without a code begins with its name. */
export function refuse(key: string, why: Reason | string): never {
  throw new SettingRefused(typeof why === "string" ? `${key} ${why}` : why, { key });
}

/** Refuses what is not a value of the type; `key` is what the caller calls the setting, and `shown` how a text names it. */
export function requireFit(type: ValueType<unknown>, value: string, key: string, shown = key): void {
  try {
    type.read(value);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    const { why, message } = error;
    throw new SettingRefused(`${shown} ${message}`, { key, ...(typeof why === "object" && { why }) });
  }
}

/** For a router whose control service has no way to unset a setting. */
export function requireValues<K extends string>(
  writes: ReadonlyMap<K, string | null>,
): asserts writes is ReadonlyMap<K, string> {
  for (const [key, value] of writes)
    if (value === null) throw new SettingRefused(reason("router.noUnset", { key }), { key });
}
