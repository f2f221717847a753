import type { AuditCode, AuditOutcome, EventData, Scope } from "@pilothouse/protocol";
import type { Actor, Audit, AuditedAction } from "../audit/audit.js";
import type { Change } from "../audit/changes.js";
import type { Access, Caller } from "../auth/auth.js";
import type { Grant, Grants } from "../auth/grants.js";
import { holderOf, type Session, sessionId } from "../auth/sessions/session.js";
import type { Tokens } from "../auth/sessions/tokens.js";
import type { Alongside } from "../store/store.js";
import { asRpcError } from "./router-error.js";

/** Who sent a request, according to the carrier. */
export interface Peer extends Caller {
  /** Who acts, for the audit, if the carrier knows more than an address. */
  readonly actor?: string;
  /** What the caller may do without a token, because the carrier has authenticated it. Absent: a token is needed. */
  readonly access?: Access;
  /** What a hub calls a graceful action that it orders, or cancels. */
  readonly order?: string;
  /** The languages the caller reads (HTTP: `Accept-Language`). */
  readonly languages?: string | undefined;
  /** Whether no answer can reach the caller any more. What only reads is then not done. */
  readonly hasLeft?: () => boolean;
}

/** The name of the caller in the audit. */
export const actorOf = ({ actor, address }: Peer): string => actor ?? address;

/** Called with what was changed, for the audit. */
export type Changed = (changes: readonly Change[]) => void;

/**
 * The audit entry of a call, for the write of what it changes. A function is asked in there, and without changes there
 * is no entry. `error`: why the call fails, where it has changed something all the same.
 */
export type MakeEntry = (
  changes?: readonly Change[] | (() => readonly Change[]),
  error?: unknown,
) => Alongside;

export type Work = () => void;

const ALWAYS = new AbortController().signal;

/** What the calls of one request share: of a batch, or the one there is. */
export interface BatchState {
  /** What is to be done once the answer has left. */
  readonly after: Work[];
  /** The sessions that were ended by their own calls. What these asked for before is meant to be done. */
  readonly ended: Session[];
  /** Waits until it is the caller's turn again, among others who have much to be done. */
  readonly turn: () => Promise<void>;
}

/** What a handler may know and do beyond its parameters. A class, because one is made for every request. */
export class Call {
  readonly #audit: Audit;
  readonly #tokens: Tokens;
  readonly #batch: BatchState;
  #recorded = false;

  constructor(
    readonly peer: Peer,
    /** Undefined only for a method that is open to everyone. */
    readonly session: Session | undefined,
    audit: Audit,
    tokens: Tokens,
    batch: BatchState,
  ) {
    this.#audit = audit;
    this.#tokens = tokens;
    this.#batch = batch;
  }

  /**
   * Aborted when the caller's session ends. Check it right before a change, after every wait, so that a revoked
   * session changes nothing more.
   */
  get sessionSignal(): AbortSignal {
    return this.session === undefined ? ALWAYS : this.#tokens.sessionSignal(this.session);
  }

  /** The operator needs no token, and may do everything. The caller of an open method may only read. */
  get scope(): Scope {
    const { access } = this.peer;
    return this.session?.scope ?? (access === "operator" ? "all" : (access ?? "read"));
  }

  /** Who asked, for the record. */
  get actor(): Actor {
    const { session } = this;
    return {
      address: actorOf(this.peer),
      ...(session && { session: sessionId(session), name: holderOf(session) }),
    };
  }

  /** To be awaited between pieces of work that hold up the event loop, so that others are not held up by all of them. */
  get turn(): () => Promise<void> {
    return this.#batch.turn;
  }

  /** The grant for what the caller orders for later; undefined without a session, whose right does not end here. */
  grantFrom(grants: Pick<Grants, "to">): Grant | undefined {
    const { session, scope } = this;
    if (session === undefined) return undefined;
    const name = session.program ? `token ${session.name}` : holderOf(session) || "admin";
    return grants.to(session, scope, name);
  }

  /** Says that this call has ended its own session. */
  endsItself(): void {
    if (this.session !== undefined) this.#batch.ended.push(this.session);
  }

  /** Does something once the answer has left, unless the session was revoked meanwhile. */
  afterwards(work: Work, revoked: Work): void {
    const { sessionSignal, session } = this;
    const { after, ended } = this.#batch;
    after.push(() => (sessionSignal.aborted && !ended.some((one) => one === session) ? revoked() : work()));
  }

  /** Whether the handler has seen to the record of this call. */
  get recorded(): boolean {
    return this.#recorded;
  }

  /** Says that this call, which by its row changes something, has changed nothing: it is not recorded. */
  changesNothing(): void {
    this.#recorded = true;
  }

  /** The audit entry of what somebody else than the session of the call does: a login has none yet. */
  entryOf(actor: Actor, done: Pick<AuditedAction, "action" | "outcome">): Alongside {
    this.#recorded = true;
    return this.#audit.entry(actor, done);
  }

  /**
   * Does something that belongs in the audit: who asked for it, what it changed, and how it ended.
   * The entry is on disk when this resolves. If the work says that it changed nothing, there is no entry. Work that
   * changes the store has `entry` written in the same commit; what fails gets its entry afterwards.
   */
  async audited<T>(
    action: AuditCode,
    work: (changed: Changed, entry: MakeEntry) => T | Promise<T>,
    data?: EventData,
  ): Promise<T> {
    const { actor } = this;
    let details: readonly Change[] | undefined;
    let written: AuditOutcome | undefined;
    this.#recorded = true;
    const changed: Changed = (changes) => {
      details = changes;
    };
    const done = (outcome: AuditOutcome, changes = details) => ({
      ...{ action, data, outcome },
      ...(changes && { details: changes }),
    });
    const entry: MakeEntry = (changes, error) => {
      const outcome = outcomeOf(error);
      let made: Alongside | undefined;
      return {
        insert: (db) => {
          const all = typeof changes === "function" ? changes() : changes;
          if (all?.length === 0) return;
          made = this.#audit.entry(actor, done(outcome, all));
          made.insert(db);
        },
        finish: (isCommitted) => {
          made?.finish(isCommitted);
          if (isCommitted && made !== undefined) written = outcome;
        },
      };
    };
    try {
      const result = await work(changed, entry);
      if (written === undefined && details?.length !== 0) await this.#audit.add(actor, done("ok"));
      return result;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (written !== outcome) await this.#audit.add(actor, done(outcome, written && []));
      throw error;
    }
  }
}

const outcomeOf = (error: unknown): AuditOutcome =>
  error === undefined ? "ok" : (asRpcError(error)?.kind ?? "internal");
