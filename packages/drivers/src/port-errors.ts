import { hideInReason, type Reason, reason, textOfReason } from "@pilothouse/protocol";
/** The router does not take this setting; the message names it and says what is wanted. */
export class SettingRefused extends Error {
  override readonly name = "SettingRefused";
  /** The setting that is to blame, where it is one: a network key, or the name of an advanced setting. */
  readonly key: string | undefined;
  readonly why: Reason | undefined;

  constructor(
    description: Reason | string,
    { key, ...options }: ErrorOptions & { readonly key?: string } = {},
  ) {
    super(textOfReason(hideInReason(description)), options);
    this.key = key;
    this.why = codedIn(description);
  }
}

/** The router cannot do this at all (an action it has no lever for). */
export class NotPossible extends Error {
  override readonly name = "NotPossible";
  readonly why: Reason | undefined;

  constructor(description: Reason | string, options?: ErrorOptions) {
    super(textOfReason(hideInReason(description)), options);
    this.why = codedIn(description);
  }
}

/** A wait of up to ten minutes that others rely on is not cut short by a restart for something else. */
export const wouldCutShort = (): NotPossible => new NotPossible(reason("tunnel.cutsShort"));

export type UnavailableReason = "unreachable" | "timeout" | "login" | "certificate" | "failed";

/** The router cannot be asked, or failed at what it was asked; the message says so in a sentence for people. */
export class RouterUnavailable extends Error {
  override readonly name: string = "RouterUnavailable";
  readonly why: Reason | undefined;

  constructor(
    description: Reason | string,
    /** The same for programs. */
    readonly reason: UnavailableReason,
    options?: ErrorOptions,
  ) {
    super(textOfReason(hideInReason(description)), options);
    this.why = codedIn(description);
  }
}

/** With its values; a router may have quoted a secret in them. */
function codedIn(description: Reason | string): Reason | undefined {
  const safe = hideInReason(description);
  return typeof safe === "string" ? undefined : safe;
}

/** For a router whose control service has no way to unset a setting. */
export function requireValues<K extends string>(
  writes: ReadonlyMap<K, string | null>,
): asserts writes is ReadonlyMap<K, string> {
  for (const [key, value] of writes)
    if (value === null) throw new SettingRefused(reason("router.noUnset", { key }), { key });
}
