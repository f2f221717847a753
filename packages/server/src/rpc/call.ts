import type { Session } from "../auth/tokens.js";

/** Who sent a request, as the carrier knows it. */
export interface Peer {
  readonly address: string;
  /** The carrier's word for the languages the caller reads (HTTP: `Accept-Language`). */
  readonly languages?: string | undefined;
}

/** What a handler may know and do beyond its parameters. */
export interface Call {
  readonly peer: Peer;
  /** Undefined only for a method that is open to everyone. */
  readonly session: Session | undefined;
  /** Does something once the answer has left. */
  readonly afterwards: (work: () => void) => void;
  /** Puts on record that the caller changed something. Never given a secret. */
  readonly note: (what: string, details?: { readonly [name: string]: unknown }) => void;
}
