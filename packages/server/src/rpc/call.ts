import type { Change } from "../audit/changes.js";
import type { Session } from "../auth/tokens.js";

/** Who sent a request, as the carrier knows it. */
export interface Peer {
  readonly address: string;
  /** The carrier's word for the languages the caller reads (HTTP: `Accept-Language`). */
  readonly languages?: string | undefined;
}

/** Told by what is done on record. */
export type Changed = (changes: readonly Change[]) => void;

/** What a handler may know and do beyond its parameters. */
export interface Call {
  readonly peer: Peer;
  /** Undefined only for a method that is open to everyone. */
  readonly session: Session | undefined;
  /** Does something once the answer has left. */
  readonly afterwards: (work: () => void) => void;
  /**
   * Does something that belongs on record: who asked for it, what it changed, and how it ended.
   * The record is on disk when this is over.
   */
  readonly onRecord: <T>(action: string, work: (changed: Changed) => T | Promise<T>) => Promise<T>;
}
