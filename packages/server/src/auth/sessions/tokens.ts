import { hash, randomBytes } from "node:crypto";
import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { badKey, RpcError, reason } from "@pilothouse/protocol";
import { every } from "@pilothouse/system";
import type { Sqlite } from "../../store/sqlite.js";
import type { Alongside, Store } from "../../store/store.js";
import { RevokedSessions } from "./revoked-sessions.js";
import {
  ALL_SESSIONS,
  type Holder,
  type Issued,
  insertSession,
  type ProgramToken,
  removeSession,
  type Session,
  sessionOf,
} from "./session.js";

/** An expired token is reported as expired once. If it is never used again, it is forgotten after this long. */
const FORGET_AFTER = 24 * 3_600_000;
const SWEEP_EVERY = 10 * 60_000;
/** For this long after a page was closed, its last calls may still arrive, on other connections. */
const STRAGGLERS_MS = 5_000;

/** What a token is issued with besides. */
interface Further {
  readonly name?: string;
  readonly holder?: Holder | undefined;
  readonly lifetimeMs?: number;
  /** Written in the same commit. */
  readonly alongside?: ((session: Session) => readonly Alongside[]) | undefined;
}

export class Tokens {
  readonly #sessions = new Map<string, Session>();
  /** Made for sessions that change something. */
  readonly #signals = new Map<string, AbortController>();
  /** When sessions were left and when they end, on the clock that only goes forward. */
  readonly #leaving = new Map<string, { readonly since: number; readonly endsAt: number }>();
  /** Those whose last use is not in the store yet. */
  readonly #used = new Set<Session>();
  readonly revoked: RevokedSessions;
  #endCleanUps: (() => Promise<void>) | undefined;

  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly lifetimeMs: () => number,
  ) {
    this.revoked = new RevokedSessions(store);
  }

  start(): void {
    for (const row of this.store.all(ALL_SESSIONS)) {
      const session = sessionOf(row, (issued, expires) => this.#endOf(issued, expires));
      this.#sessions.set(session.hash, session);
    }
    // A sweep that fails, as on a full disk, is made up for by the next; it must not end the process.
    this.#endCleanUps = every(
      SWEEP_EVERY,
      () => this.cleanUp(),
      () => {},
    );
  }

  /** Also ends sessions that would otherwise stay in the store: after the next start nothing would know them. */
  async stop(): Promise<void> {
    void this.#endCleanUps?.();
    for (const hash of this.#leaving.keys()) this.#leaving.set(hash, { since: 0, endsAt: 0 });
    await this.cleanUp().catch(() => {});
  }

  /** Those whose tokens are still good, oldest first: of programs and of people. */
  open(): Session[] {
    return [...this.#sessions.values()]
      .filter((session) => !this.#isOver(session) && !this.#hasLeft(session))
      .sort((a, b) => a.issued - b.issued);
  }

  sessions(): Session[] {
    return this.open().filter(({ program }) => !program);
  }

  programs(): Session[] {
    return this.open().filter(({ program }) => program);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** `stillValid` is checked in the transaction: the password may have changed meanwhile. */
  async issue(
    address: string,
    factory: boolean,
    stillValid: () => boolean,
    {
      name = "",
      holder = { scope: "all" },
      lifetimeMs = this.lifetimeMs(),
      alongside = () => [],
    }: Further = {},
  ): Promise<Issued> {
    const facts = { address, factory, name, program: false, ...holder };
    const { token, session } = this.#make(lifetimeMs, facts);
    await this.#insert(
      session,
      () => {
        if (!stillValid()) throw new RpcError("wrongPassword");
      },
      alongside(session),
    );
    if (!this.#sessions.has(session.hash)) throw new RpcError("wrongPassword");
    return { token, session };
  }

  async issueForProgram(
    { lifetimeMs, ...facts }: ProgramToken,
    sessionSignal: AbortSignal,
    alongside: readonly Alongside[] = [],
  ): Promise<Issued> {
    const { name } = facts;
    const { token, session } = this.#make(lifetimeMs, { ...facts, program: true });
    const check = () => {
      sessionSignal.throwIfAborted();
      // One that is listed: the clock may have been set back since another was over.
      if (this.programs().some((one) => one.name === name)) throw badKey("name", reason("token.nameTaken"));
    };
    await this.#insert(session, check, alongside);
    if (!this.#sessions.has(session.hash)) throw new RpcError("unknownToken");
    return { token, session };
  }

  /** The session for a request's `Token`, which can be any JSON value. */
  check(token: unknown): Session {
    if (token === undefined || token === null) throw new RpcError("noToken");
    const session = typeof token === "string" ? this.#sessions.get(digest(token)) : undefined;
    if (session === undefined) throw new RpcError("unknownToken");
    const left = this.#hasLeft(session);
    if (!left && !this.#isOver(session)) {
      const leaving = this.#leaving.get(session.hash);
      if (leaving !== undefined && ticksOf(this.clock) - leaving.since >= STRAGGLERS_MS)
        this.#leaving.delete(session.hash);
      this.touch(session);
      return session;
    }
    this.#forget(session);
    // Not awaited: if it fails, the token is reported as expired once more.
    this.store.write((db) => removeSession(db, session)).catch(() => {});
    throw new RpcError(left ? "unknownToken" : "expiredToken");
  }

  /** It is used now. */
  touch(session: Session): void {
    session.used = this.clock.now();
    this.#used.add(session);
  }

  /**
   * Aborted with -32003 when the session is ended. A call that changes something checks it right before the
   * change: it may have waited long since its token was checked.
   */
  sessionSignal(session: Session): AbortSignal {
    const made = this.#signals.get(session.hash) ?? new AbortController();
    if (this.#sessions.has(session.hash)) this.#signals.set(session.hash, made);
    else made.abort(new RpcError("unknownToken"));
    return made.signal;
  }

  async rename(
    session: Session,
    name: string,
    sessionSignal: AbortSignal,
    alongside?: readonly Alongside[],
  ): Promise<void> {
    await this.store.write((db) => {
      sessionSignal.throwIfAborted();
      db.run("UPDATE token SET name = ? WHERE hash = ?", name, session.hash);
    }, alongside);
    session.name = name;
  }

  /** Ends a session after `ms`, not at once; using its token before cancels that. */
  leave({ hash }: Session, ms: number): void {
    const since = ticksOf(this.clock);
    this.#leaving.set(hash, { since, endsAt: since + ms });
  }

  /** Its holder ends it. What was ordered in it by a person stays ordered. */
  logOut(
    session: Session,
    sessionSignal: AbortSignal,
    alongside?: readonly Alongside[],
    device?: Session,
  ): Promise<void> {
    return this.#ending((end) =>
      this.store.write((db) => {
        sessionSignal.throwIfAborted();
        const ended = device === undefined ? [session] : this.#withOpened([session, device]);
        for (const one of ended) removeSession(db, one);
        end(ended);
      }, alongside),
    );
  }

  revoke(session: Session, sessionSignal?: AbortSignal, alongside?: readonly Alongside[]): Promise<void> {
    return this.revokeEach(() => [session], sessionSignal, alongside);
  }

  /** Ends those that `which` names, asked in the transaction. */
  revokeEach(
    which: () => readonly Session[],
    sessionSignal?: AbortSignal,
    alongside?: readonly Alongside[],
  ): Promise<void> {
    return this.#ending((end) =>
      this.store.write((db) => {
        sessionSignal?.throwIfAborted();
        const ended = this.#withOpened(which());
        for (const session of ended) removeSession(db, session);
        this.revoked.add(db, ended, this.clock.now());
        end(ended);
      }, alongside),
    );
  }

  /**
   * Ends all sessions in a transaction of the caller's: `write` calls what it is given in there. The tokens of
   * programs too, unless they are to be kept.
   */
  revokeAll(write: (revoke: (db: Sqlite) => void) => Promise<void>, keepPrograms = false): Promise<void> {
    return this.#ending((end) =>
      write((db) => {
        const ended = [...this.#sessions.values()].filter(({ program }) => !(program && keepPrograms));
        db.run(keepPrograms ? "DELETE FROM token WHERE program = 0" : "DELETE FROM token");
        this.revoked.add(db, ended, this.clock.now());
        end(ended);
      }),
    );
  }

  /** Those, and what devices among them have opened. */
  #withOpened(sessions: readonly Session[]): readonly Session[] {
    const hashes = new Set(sessions.map(({ hash }) => hash));
    const opened = [...this.#sessions.values()].filter(
      ({ device }) => device !== undefined && hashes.has(device),
    );
    return [...new Set([...sessions, ...opened])];
  }

  #make(
    lifetimeMs: number,
    facts: Pick<Session, "address" | "factory" | "name" | "program"> & Holder,
  ): Issued {
    const token = randomBytes(32).toString("base64url");
    const issued = this.clock.now();
    const expires = issued + lifetimeMs;
    const session = {
      ...facts,
      hash: digest(token),
      issued,
      expires,
      endsAt: this.#endOf(issued, expires),
      used: facts.program ? undefined : issued,
    };
    return { token, session };
  }

  /** Known from within the transaction on, so that a later change of the same commit can end it. */
  async #insert(session: Session, check: () => void, alongside: readonly Alongside[]): Promise<void> {
    try {
      await this.store.write((db) => {
        check();
        insertSession(db, session);
        this.#sessions.set(session.hash, session);
      }, alongside);
    } catch (error) {
      this.#forget(session);
      throw error;
    }
  }

  /**
   * Sessions end within the transaction, so that they can make no later change in the same commit. If the commit
   * fails they are restored, except those that the same commit had created.
   */
  async #ending(write: (end: (sessions: readonly Session[]) => void) => Promise<void>): Promise<void> {
    const ended: Session[] = [];
    try {
      await write((sessions) => {
        ended.push(...sessions);
        for (const session of sessions) this.#forget(session);
      });
    } catch (error) {
      this.revoked.takeBack(ended);
      for (const session of ended) if (this.#isStored(session)) this.#sessions.set(session.hash, session);
      throw error;
    }
  }

  /** A disk that fails may not even be read: a token that never left is then counted, which opens nothing. */
  #isStored({ hash }: Session): boolean {
    try {
      return this.store.get(`${ALL_SESSIONS} WHERE hash = ?`, hash) !== undefined;
    } catch {
      return true;
    }
  }

  /** Whether it ended at least `ago` milliseconds ago, by either clock. */
  #isOver({ expires, endsAt }: Session, ago = 0): boolean {
    return expires + ago <= this.clock.now() || endsAt + ago <= ticksOf(this.clock);
  }

  #hasLeft({ hash }: Session): boolean {
    const leaving = this.#leaving.get(hash);
    return leaving !== undefined && leaving.endsAt <= ticksOf(this.clock);
  }

  /** At most a whole lifetime from now, in case the clock was set back while the service did not run. */
  #endOf(issued: number, expires: number): number {
    return ticksOf(this.clock) + Math.min(expires - this.clock.now(), expires - issued);
  }

  #forget(session: Session): void {
    const { hash } = session;
    this.#sessions.delete(hash);
    this.#leaving.delete(hash);
    this.#used.delete(session);
    this.#signals.get(hash)?.abort(new RpcError("unknownToken"));
    this.#signals.delete(hash);
  }

  /** Removes what is over, and writes down what was used: rarely, since every call uses a token. */
  async cleanUp(): Promise<void> {
    const old = [...this.#sessions.values()].filter(
      (session) => this.#isOver(session, FORGET_AFTER) || this.#hasLeft(session),
    );
    const used = [...this.#used];
    if (old.length + used.length === 0) return;
    this.#used.clear();
    try {
      await this.store.write((db) => {
        for (const session of old) removeSession(db, session);
        for (const { hash, used: at } of used)
          db.run("UPDATE token SET used = ? WHERE hash = ?", at ?? null, hash);
      });
    } catch (error) {
      for (const session of used) this.#used.add(session);
      throw error;
    }
    for (const session of old) this.#forget(session);
  }
}

const digest = (token: string): string => hash("sha256", token, "base64url");
