/**
 * The address book of a router. Names and destinations are checked by the types of the interface (`i2pName`,
 * `destination`) before they get here. Refusals are `SettingRefused` with the key `Hostname` or `Destination`.
 */
export interface RouterAddressBook {
  /** The names that hold the text, in order, from `after` on; `total` counts all that hold it. */
  list(query: NameQuery): Promise<{ readonly names: readonly BookName[]; readonly total: number }>;
  /** The destination of a name in I2P's Base64, as the router resolves it; undefined: it does not know it. */
  lookup(name: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Resolves when the router resolves the name to it. A name that leads somewhere else is refused: it has to be removed
   * first.
   */
  add(name: string, destination: string, sessionSignal?: AbortSignal): Promise<void>;
  /** Restarts the router where it needs that. Resolves with those that were there; without any, nothing is done. */
  remove(names: readonly string[], sessionSignal?: AbortSignal): Promise<readonly BookName[]>;
  subscriptions(): Promise<readonly string[]>;
  /** Replaces all of them, each an http address; restarts the router where it needs that. */
  subscribe(urls: readonly string[], sessionSignal?: AbortSignal): Promise<void>;
  /** How long a change interrupts the router, for about so long; undefined: it does not. */
  interrupts(change: "add" | "remove" | "subscribe"): number | undefined;
}

export interface NameQuery {
  readonly search?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface BookName {
  readonly name: string;
  /** `….b32.i2p`. */
  readonly address: string;
}
