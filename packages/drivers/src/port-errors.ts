/** The router does not take this setting; the message names it and says what is wanted. */
export class SettingRefused extends Error {
  override readonly name = "SettingRefused";
  /** The setting that is to blame, where it is one: a network key, or the name of an advanced setting. */
  readonly key: string | undefined;

  constructor(message: string, { key, ...options }: ErrorOptions & { readonly key?: string } = {}) {
    super(message, options);
    this.key = key;
  }
}

/** The router cannot do this at all (an action it has no lever for). */
export class NotPossible extends Error {
  override readonly name = "NotPossible";
}

export type UnavailableReason = "unreachable" | "timeout" | "login" | "certificate" | "failed";

/** The router cannot be asked, or failed at what it was asked; the message says so in a sentence for people. */
export class RouterUnavailable extends Error {
  override readonly name: string = "RouterUnavailable";

  constructor(
    message: string,
    /** The same for programs. */
    readonly reason: UnavailableReason,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** For a router whose control service has no way to unset a setting. */
export function requireValues<K extends string>(
  writes: ReadonlyMap<K, string | null>,
): asserts writes is ReadonlyMap<K, string> {
  for (const [key, value] of writes)
    if (value === null)
      throw new SettingRefused(`${key} had no value, and this router's control service cannot unset it`, {
        key,
      });
}
