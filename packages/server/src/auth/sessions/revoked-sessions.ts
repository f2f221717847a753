import type { Sqlite } from "../../store/sqlite.js";
import type { Store } from "../../store/store.js";
import { putValue, readJson } from "../../store/values.js";
import { type Session, sessionId } from "./session.js";

/** Nothing that was ordered is carried out later than this after the order. */
export const ORDER_LIFE_MS = 31 * 86_400_000;

const NAME = "sessions.revoked";

/**
 * Sessions of people that somebody has ended, as opposed to those that ended by themselves. What they ordered is
 * refused, so they are known for as long as something of theirs can wait. Tokens of programs need no place here: one
 * that is not in the list of tokens has ended.
 */
export class RevokedSessions {
  readonly #at: Map<string, number>;

  constructor(store: Store) {
    this.#at = new Map(readJson<[string, number][]>(store, NAME) ?? []);
  }

  has(id: string): boolean {
    return this.#at.has(id);
  }

  /** To be called in the write that ends them. */
  add(db: Sqlite, sessions: readonly Session[], now: number): void {
    const people = sessions.filter(({ program }) => !program);
    if (people.length === 0) return;
    for (const [id, at] of this.#at) if (at + ORDER_LIFE_MS < now) this.#at.delete(id);
    for (const session of people) this.#at.set(sessionId(session), now);
    putValue(db, NAME, JSON.stringify([...this.#at]));
  }

  /** The write has failed. */
  takeBack(sessions: readonly Session[]): void {
    for (const session of sessions) this.#at.delete(sessionId(session));
  }
}
