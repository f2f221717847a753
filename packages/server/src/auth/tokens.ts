import { hash, randomBytes } from "node:crypto";
import type { Clock } from "@pilothouse/drivers/port";
import { RpcError } from "@pilothouse/protocol";
import type { Sqlite } from "../store/sqlite.js";
import type { Store } from "../store/store.js";

/** What is known of the holder of a token. The token itself is kept nowhere, only its SHA-256. */
export interface Session {
  readonly hash: string;
  readonly issued: number;
  readonly expires: number;
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
    const now = this.clock.now();
    return [...this.#sessions.values()]
      .filter(({ expires }) => expires > now)
      .sort((a, b) => a.issued - b.issued);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** `stillValid` is asked in the transaction and after it: the password may change meanwhile. */
  async issue(address: string, factory: boolean, stillValid: () => boolean): Promise<Issued> {
    const token = randomBytes(32).toString("base64url");
    const issued = this.clock.now();
    const session = { hash: digest(token), issued, expires: issued + this.lifetimeMs(), factory, address };
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
    if (session.expires > this.clock.now()) return session;
    this.#sessions.delete(session.hash);
    // Nobody waits for this: should it fail, the token is told to be expired once more.
    this.store.write((db) => removeToken(db, session)).catch(() => {});
    throw new RpcError("expiredToken");
  }

  async revoke(session: Session): Promise<void> {
    await this.store.write((db) => removeToken(db, session));
    this.#sessions.delete(session.hash);
  }

  /** For the transaction that changes the password; `forgetAll` follows when it is on disk. */
  readonly revokeAllIn = (db: Sqlite): void => db.run("DELETE FROM token");

  forgetAll(): void {
    this.#sessions.clear();
  }

  async sweep(): Promise<void> {
    const before = this.clock.now() - FORGET_AFTER;
    const old = [...this.#sessions.values()].filter(({ expires }) => expires <= before);
    if (old.length === 0) return;
    await this.store.write((db) => db.run("DELETE FROM token WHERE expires <= ?", before));
    for (const session of old) this.#sessions.delete(session.hash);
  }
}

const removeToken = (db: Sqlite, session: Session): void =>
  db.run("DELETE FROM token WHERE hash = ?", session.hash);

const digest = (token: string): string => hash("sha256", token, "base64url");
