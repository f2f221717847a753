import type { Actor, Audit } from "../audit/audit.js";
import type { Change } from "../audit/changes.js";
import { type Session, sessionId } from "../auth/tokens.js";
import { asRpcError } from "./router-error.js";

/** Who sent a request, as the carrier knows it. */
export interface Peer {
  readonly address: string;
  /** The carrier's word for the languages the caller reads (HTTP: `Accept-Language`). */
  readonly languages?: string | undefined;
}

/** Told by what is done on record. */
export type Changed = (changes: readonly Change[]) => void;

export type Work = () => void;

/** What a handler may know and do beyond its parameters. A class, because one is made for every request. */
export class Call {
  readonly #audit: Audit;
  readonly #after: Work[];

  constructor(
    readonly peer: Peer,
    /** Undefined only for a method that is open to everyone. */
    readonly session: Session | undefined,
    audit: Audit,
    after: Work[],
  ) {
    this.#audit = audit;
    this.#after = after;
  }

  /** Does something once the answer has left. */
  afterwards(work: Work): void {
    this.#after.push(work);
  }

  /**
   * Does something that belongs on record: who asked for it, what it changed, and how it ended.
   * The record is on disk when this is over.
   */
  async onRecord<T>(action: string, work: (changed: Changed) => T | Promise<T>): Promise<T> {
    const actor: Actor = { address: this.peer.address, session: this.session && sessionId(this.session) };
    let details: readonly Change[] = [];
    try {
      const result = await work((changes) => {
        details = changes;
      });
      await this.#audit.add(actor, { action, details, outcome: "ok" });
      return result;
    } catch (error) {
      const outcome = asRpcError(error)?.kind ?? "internal";
      await this.#audit.add(actor, { action, details, outcome });
      throw error;
    }
  }
}
