import { hash, randomBytes } from "node:crypto";
import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { RpcError } from "@pilothouse/protocol";
import type { Sqlite } from "../store/sqlite.js";
import type { Store } from "../store/store.js";

/** What is known of the holder of a token. The token itself is kept nowhere, only its SHA-256. */
export interface Session {
  readonly hash: string;
  readonly issued: number;
  readonly expires: number;
  /** The same on the clock that only goes forward: nobody lengthens a session by setting the other back. */
  readonly endsAt: number;
  /** Got with the factory password. */
  readonly factory: boolean;
  readonly address: string;
}

/** A token on its way to its owner. */
export interface Issued {
  readonly token: string;
  readonly session: Session;
}

/** The beginning of a token's hash names its session: neither the token nor the whole hash can be had from it. */
export const sessionId = (session: Session): string => session.hash.slice(0, 12);

/** An expired token is told so once; one that nobody asks for is forgotten after this long. */
const FORGET_AFTER = 24 * 3_600_000;
const SWEEP_EVERY = 10 * 60_000;

export class Tokens {
  readonly #sessions = new Map<string, Session>();
  /** Made for sessions that change something. */
  readonly #permits = new Map<string, AbortController>();
  #sweeping: NodeJS.Timeout | undefined;

  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly lifetimeMs: () => number,
  ) {}

  start(): void {
    for (const row of this.store.all("SELECT hash, issued, expires, factory, address FROM token"))
      this.#sessions.set(String(row["hash"]), {
        hash: String(row["hash"]),
        issued: Number(row["issued"]),
        expires: Number(row["expires"]),
        endsAt: this.#endOf(Number(row["issued"]), Number(row["expires"])),
        factory: row["factory"] === 1,
        address: String(row["address"]),
      });
    // A sweep that fails, as on a full disk, is made up for by the next; it must not end the process.
    this.#sweeping = setInterval(() => void this.sweep().catch(() => {}), SWEEP_EVERY).unref();
  }

  stop(): void {
    clearInterval(this.#sweeping);
  }

  /** The sessions whose tokens are still good, oldest first. */
  open(): Session[] {
    return [...this.#sessions.values()]
      .filter((session) => !this.#isOver(session))
      .sort((a, b) => a.issued - b.issued);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** `stillValid` is asked in the transaction and after it: the password may change meanwhile. */
  async issue(address: string, factory: boolean, stillValid: () => boolean): Promise<Issued> {
    const token = randomBytes(32).toString("base64url");
    const issued = this.clock.now();
    const expires = issued + this.lifetimeMs();
    const endsAt = this.#endOf(issued, expires);
    const session = { hash: digest(token), issued, expires, endsAt, factory, address };
    await this.store.write((db) => {
      if (!stillValid()) throw new RpcError("wrongPassword");
      db.run(
        "INSERT INTO token VALUES (?, ?, ?, ?, ?)",
        session.hash,
        session.issued,
        session.expires,
        factory ? 1 : 0,
        address,
      );
    });
    if (!stillValid()) throw new RpcError("wrongPassword");
    this.#sessions.set(session.hash, session);
    return { token, session };
  }

  /** The session behind a request's `Token`, whatever was sent as such. */
  check(token: unknown): Session {
    if (token === undefined || token === null) throw new RpcError("noToken");
    const session = typeof token === "string" ? this.#sessions.get(digest(token)) : undefined;
    if (session === undefined) throw new RpcError("unknownToken");
    if (!this.#isOver(session)) return session;
    this.#forget(session);
    // Nobody waits for this: should it fail, the token is told to be expired once more.
    this.store.write((db) => removeToken(db, session)).catch(() => {});
    throw new RpcError("expiredToken");
  }

  /**
   * Aborted with -32003 when the session is ended. A call that changes something checks it right before the
   * change: it may have waited long since its token was looked at.
   */
  permit(session: Session): AbortSignal {
    const made = this.#permits.get(session.hash) ?? new AbortController();
    if (this.#sessions.has(session.hash)) this.#permits.set(session.hash, made);
    else made.abort(new RpcError("unknownToken"));
    return made.signal;
  }

  revoke(session: Session, permit?: AbortSignal): Promise<void> {
    return this.#ending((end) =>
      this.store.write((db) => {
        permit?.throwIfAborted();
        removeToken(db, session);
        end([session]);
      }),
    );
  }

  /** Ends all sessions in a transaction of the caller's: `write` calls what it is given in there. */
  revokeAll(write: (revoke: (db: Sqlite) => void) => Promise<void>): Promise<void> {
    return this.#ending((end) =>
      write((db) => {
        db.run("DELETE FROM token");
        end([...this.#sessions.values()]);
      }),
    );
  }

  /**
   * Sessions end within the transaction, so that no later change of the same commit is theirs. They come back
   * when the commit fails.
   */
  async #ending(write: (end: (sessions: readonly Session[]) => void) => Promise<void>): Promise<void> {
    const ended: Session[] = [];
    try {
      await write((sessions) => {
        ended.push(...sessions);
        for (const session of sessions) this.#forget(session);
      });
    } catch (error) {
      for (const session of ended) this.#sessions.set(session.hash, session);
      throw error;
    }
  }

  /** Whether it ended so long ago, by either clock. */
  #isOver({ expires, endsAt }: Session, ago = 0): boolean {
    return expires + ago <= this.clock.now() || endsAt + ago <= ticksOf(this.clock);
  }

  /** No later than a whole life from now, should the clock have been set back while the service did not run. */
  #endOf(issued: number, expires: number): number {
    return ticksOf(this.clock) + Math.min(expires - this.clock.now(), expires - issued);
  }

  #forget({ hash }: Session): void {
    this.#sessions.delete(hash);
    this.#permits.get(hash)?.abort(new RpcError("unknownToken"));
    this.#permits.delete(hash);
  }

  async sweep(): Promise<void> {
    const old = [...this.#sessions.values()].filter((session) => this.#isOver(session, FORGET_AFTER));
    if (old.length === 0) return;
    await this.store.write((db) => {
      for (const session of old) removeToken(db, session);
    });
    for (const session of old) this.#forget(session);
  }
}

const removeToken = (db: Sqlite, session: Session): void =>
  db.run("DELETE FROM token WHERE hash = ?", session.hash);

const digest = (token: string): string => hash("sha256", token, "base64url");
