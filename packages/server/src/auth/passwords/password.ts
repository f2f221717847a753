import { hash as digest } from "node:crypto";
import { PASSWORD_VALUE } from "../../store/opening/soundness.js";
import type { Sqlite } from "../../store/sqlite.js";
import type { Alongside, Store } from "../../store/store.js";
import { putValue, readJson } from "../../store/values.js";
import type { Hasher } from "./hasher.js";

export interface StoredPassword {
  readonly hash: string;
  readonly factory: boolean;
}

/**
 * Of the factory password, which everybody knows: to make one at each first start would load the library for it into
 * every service.
 */
export const FACTORY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$3tp718frutBtSYOSTMoZJQ$Bxe/eM7GkPYRwiEQJkTz5lcocDVeH/d/vLVA1YikbCo";

/** The service's one password, kept as an argon2id hash. */
export class Password {
  #generation = 0;

  private constructor(
    readonly store: Store,
    readonly hasher: Hasher,
    private current: StoredPassword,
  ) {}

  static async open(store: Store, hasher: Hasher): Promise<Password> {
    const stored = readJson<StoredPassword>(store, PASSWORD_VALUE);
    if (stored !== undefined) return new Password(store, hasher, stored);
    const factory = { hash: FACTORY_HASH, factory: true };
    await store.write((db) => putValue(db, PASSWORD_VALUE, JSON.stringify(factory)));
    return new Password(store, hasher, factory);
  }

  get isFactory(): boolean {
    return this.current.factory;
  }

  /** Rises with each change: a login that began under an older one must not succeed. */
  get generation(): number {
    return this.#generation;
  }

  /** Another text after each change, and the same after a restart. Neither password nor hash can be derived from it. */
  get version(): string {
    return digest("sha256", this.current.hash, "base64url").slice(0, 16);
  }

  /** Only in the hasher's turn. */
  matches(candidate: string): Promise<boolean> {
    return this.hasher.verify(this.current.hash, candidate);
  }

  /** Replaces the password and, in the same transaction, does what `also` says; what that throws prevents both. */
  async changeTo(
    stored: StoredPassword,
    also: (db: Sqlite) => void,
    alongside?: readonly Alongside[],
  ): Promise<void> {
    await this.store.write((db) => {
      also(db);
      // Within the transaction: a login that shares its commit comes before or after, never between.
      this.#generation++;
      putValue(db, PASSWORD_VALUE, JSON.stringify(stored));
    }, alongside);
    // A login that began during the commit has still compared with the old one.
    this.#generation++;
    this.current = stored;
  }
}
