import { createHash } from "node:crypto";
import { parseJson } from "@pilothouse/protocol";
import { forgetValue, putValue, readValue, type Store } from "@pilothouse/server";
import type { MembershipRecord } from "../joining/membership-record.js";
import { makeNKey, type NKey, nkeyOf } from "../keys/nkey.js";

/** A request to join that is under way: it continues after a restart. */
export interface Pending {
  readonly token: string;
  readonly name: string;
  readonly chosen: boolean;
}

/** The key of a request to join that has not succeeded yet. */
interface Asking {
  /** SHA-256 of the token, which is a secret and stays in the file after it was deleted. */
  readonly token: string;
  readonly seed: string;
}

/** What became of a command that must be carried out once. */
export interface Done {
  readonly epoch: number;
  readonly at: number;
  /** The answer; absent while it is carried out, and for ever if the service ended meanwhile. */
  readonly text?: string;
}

const KEY = "fleet.key";
const SIGNING = "fleet.signing.";
const ASKING = "fleet.asking";
const MEMBERSHIP = "fleet.belonging";
const PENDING = "fleet.pending";
const ONCE = "fleet.once.";

/** What a node keeps about its fleet, in the service's own store. */
export class NodeStore {
  constructor(private readonly store: Store) {}

  /**
   * The key with which to join by this token: a new one for each token, since this machine may be a copy of another
   * that works with the key it has. The same one again after a failure, so that the invitation is used once.
   */
  async keyFor(token: string): Promise<NKey> {
    if (this.#asking?.token === digest(token)) return nkeyOf(this.#asking.seed);
    const key = makeNKey("user");
    const next: Asking = { token: digest(token), seed: key.seed };
    await this.store.write((db) => putValue(db, ASKING, JSON.stringify(next)));
    return key;
  }

  /** The key with which it belongs to its fleet. */
  get knownKey(): NKey | undefined {
    const stored = this.#read(KEY);
    return stored === undefined ? undefined : nkeyOf(stored);
  }

  /**
   * The key with which a node signs its answers. It is not the one of its login: what is signed there is what a server
   * asks for. Saved before it is used for the first time.
   */
  async signingKey({ id }: NKey): Promise<NKey> {
    const stored = this.#read(SIGNING + id);
    if (stored !== undefined) return nkeyOf(stored);
    const key = makeNKey("user");
    await this.store.write((db) => putValue(db, SIGNING + id, key.seed));
    return key;
  }

  /** The key of a request to join that is under way. */
  get askingKey(): NKey | undefined {
    return this.#asking && nkeyOf(this.#asking.seed);
  }

  get #asking(): Asking | undefined {
    return this.#json(ASKING);
  }

  get membershipRecord(): MembershipRecord | undefined {
    return this.#json(MEMBERSHIP);
  }

  keep(membershipRecord: MembershipRecord): Promise<void> {
    return this.store.write((db) => putValue(db, MEMBERSHIP, JSON.stringify(membershipRecord)));
  }

  /** From now on it belongs with this key. */
  joined(membershipRecord: MembershipRecord, key: NKey): Promise<void> {
    return this.store.write((db) => {
      putValue(db, MEMBERSHIP, JSON.stringify(membershipRecord));
      putValue(db, KEY, key.seed);
      const others = [SIGNING, `${SIGNING}~`, SIGNING + key.id] as const;
      db.run("DELETE FROM value WHERE name >= ? AND name < ? AND name <> ?", ...others);
      forgetValue(db, PENDING);
      forgetValue(db, ASKING);
    });
  }

  get pending(): Pending | undefined {
    return this.#json(PENDING);
  }

  keepPending(pending: Pending): Promise<void> {
    return this.store.write((db) => putValue(db, PENDING, JSON.stringify(pending)));
  }

  forgetPending(): Promise<void> {
    return this.store.write((db) => forgetValue(db, PENDING));
  }

  /** Forgets the fleet, the key, and everything that was done for it. */
  leave(): Promise<void> {
    return this.store.write((db) => {
      db.run("DELETE FROM value WHERE name >= 'fleet.' AND name < 'fleet/'");
    });
  }

  done(key: string): Done | undefined {
    return this.#json(ONCE + key);
  }

  keepDone(key: string, done: Done, forgetBefore: number): Promise<void> {
    return this.store.write((db) => {
      putValue(db, ONCE + key, JSON.stringify(done));
      db.run(
        "DELETE FROM value WHERE name >= ? AND name < ? AND json_extract(text, '$.at') < ?",
        ...([ONCE, `${ONCE}~`, forgetBefore] as const),
      );
    });
  }

  #read(name: string): string | undefined {
    return readValue(this.store, name);
  }

  #json<T>(name: string): T | undefined {
    const text = this.#read(name);
    return text === undefined
      ? undefined
      : (parseJson(text, { what: "a value of the fleet in the store" }) as T);
  }
}

const digest = (token: string): string => createHash("sha256").update(token).digest("base64url");
