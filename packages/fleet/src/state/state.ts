/** A text as it is kept, and which write it came from. */
export interface Stored {
  readonly text: string;
  /** Grows with every write of the key. */
  readonly revision: number;
  /** What the text says, where it was read already. */
  readonly document?: unknown;
}

type Take = (key: string, stored: Stored) => void;

/**
 * What operators wrote: nodes, labels, invitations, templates, roll-outs, the record. One port, so that one hub
 * keeps it in its own store and several share it. Keys are words separated by slashes, such as `node/UABC…`.
 */
export interface FleetState {
  get(key: string): Promise<Stored | undefined>;
  /**
   * Writes a text if the key is still at this revision; 0 means that it must not exist. Resolves with the new
   * revision when the write survives a power cut; rejects with `Conflict` when another write came first.
   */
  put(key: string, text: string, revision: number): Promise<number>;
  /** Removes a key that is still at this revision; rejects with `Conflict` otherwise. */
  remove(key: string, revision: number): Promise<void>;
  /** Everything below a prefix such as `node/`. */
  list(prefix: string): Promise<ReadonlyMap<string, Stored>>;
  /** The same one by one, for a state that need not hold all of it in memory for that. */
  readonly each?: (prefix: string, take: Take) => Promise<void>;
  /** Calls back after every change below the prefix, by any hub; undefined means removed. Returns what ends it. */
  watch(prefix: string, changed: (key: string, stored: Stored | undefined) => void): () => void;
  close(): Promise<void>;
}

/** Another write came first: read again, decide again. */
export class Conflict extends Error {
  constructor(key: string) {
    super(`${key} was changed by another write`);
    this.name = "Conflict";
  }
}

/** Everything below a prefix, one by one. */
export async function each(state: FleetState, prefix: string, take: Take): Promise<void> {
  if (state.each !== undefined) return state.each(prefix, take);
  for (const [key, stored] of await state.list(prefix)) take(key, stored);
}
