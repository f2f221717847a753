import type { Ending } from "./ending.js";

/** What runs the router's process. */
export interface Engine {
  /** Milliseconds between two looks at whether it lives, while it starts, ends, or waits for either. */
  readonly every: number;
  /** The same while it runs, or is stopped and stays so: seldom, since a reading that is refused leads to a look as well. */
  readonly everySteady: number;
  /** The longest time a graceful end can take, in milliseconds. */
  readonly longestDrain: number;
  /**
   * The life that the router lives now, as a mark that no other life has; undefined when it does
   * not run. `known` is the mark of the life that was seen last.
   */
  find(known: string | undefined): Promise<string | undefined>;
  /** Starts the router, and resolves with the mark of this run. */
  start(): Promise<string | undefined>;
  /** Asks it to end now, by force, or when its last tunnel has ended. Resolves when it has been asked. */
  stop(mark: string | undefined): Promise<void>;
  kill(mark: string | undefined): Promise<void>;
  drain(mark: string | undefined): Promise<void>;
  /** Cancels a drain; rejects with `NotPossible` when the router cannot do that. */
  cancel(): Promise<void>;
  /** Rejects when this cannot be done now, and does nothing. Absent: it always can. */
  ready?(operation: "start" | "stop" | "kill" | "drain"): Promise<void>;
  /** How it ended, when it was not asked to. `replaced`: it runs again, and was not started from here. */
  ending(circumstances?: { readonly replaced?: boolean }): Promise<Ending>;
}
