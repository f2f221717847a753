import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { badKey, RpcError, reason, signInText } from "@pilothouse/protocol";
import type { Store } from "../../store/store.js";
import { forgetValue, putValue, valuesNamed } from "../../store/values.js";
import { Challenges } from "./challenges.js";
import { type Session, sessionId } from "./session.js";
import type { Tokens } from "./tokens.js";

const KEPT = "device.";
const DAY = 86_400_000;
const LIFE_MS = 90 * DAY;
/** Nobody has as many browsers. */
const MOST = 100;

/** What a browser proves itself with. */
export interface Proof {
  readonly device: string;
  readonly challenge: string;
  readonly signature: string;
}

/**
 * Browsers that stay signed in. Each is a session whose token nobody has, with a public key beside it: it is listed,
 * revoked and ended like any other session, and its key alone opens nothing.
 */
export class Devices {
  readonly #challenges: Challenges;
  readonly #keys: Map<string, string>;

  constructor(
    readonly store: Store,
    readonly tokens: Tokens,
    ticks: () => number,
  ) {
    this.#challenges = new Challenges(ticks);
    this.#keys = new Map(valuesNamed(store, KEPT));
  }

  has(session: Session): boolean {
    return this.#keys.has(session.hash);
  }

  challenge(device: string): string {
    return this.#challenges.make(device);
  }

  /** Throws for a key that cannot be added. */
  check(key: string): void {
    keyOf(key);
    const open = this.tokens.sessions().filter((one) => this.has(one));
    if (open.length >= MOST) throw badKey("Device", reason("device.many", { most: MOST }));
  }

  /** Remembers a browser for the holder of a session that was got with the password just now. */
  async add(key: string, by: Session, stillValid: () => boolean): Promise<string> {
    const { address, factory, name, scope, person } = by;
    const known = new Set(this.tokens.sessions().map(({ hash }) => hash));
    const gone = [...this.#keys.keys()].filter((hash) => !known.has(hash));
    const { session } = await this.tokens.issue(address, factory, stillValid, {
      ...{ name, holder: { scope, person }, lifetimeMs: LIFE_MS },
      alongside: ({ hash }) => [
        {
          insert: (db) => {
            putValue(db, KEPT + hash, key);
            db.run("UPDATE token SET device = ? WHERE hash = ?", hash, by.hash);
            for (const one of gone) forgetValue(db, KEPT + one);
          },
          finish: () => {},
        },
      ],
    });
    by.device = session.hash;
    this.#keys.set(session.hash, key);
    for (const one of gone) this.#keys.delete(one);
    return sessionId(session);
  }

  /** The device that has signed this challenge, which is used up by that. Throws otherwise. */
  prove({ device, challenge, signature }: Proof): Session {
    const session = this.find(device);
    const key = session && this.#keys.get(session.hash);
    if (session === undefined || key === undefined || !this.#challenges.isGood(device, challenge))
      throw new RpcError("unknownToken");
    const text = Buffer.from(signInText(device, challenge));
    const proof = { key: keyOf(key), dsaEncoding: "ieee-p1363" } as const;
    if (!verify("sha256", text, proof, Buffer.from(signature, "base64url")))
      throw new RpcError("unknownToken");
    this.#challenges.use(challenge);
    return session;
  }

  find(device: string): Session | undefined {
    return this.tokens.sessions().find((one) => this.has(one) && sessionId(one) === device);
  }
}

function keyOf(key: string): KeyObject {
  try {
    const made = createPublicKey({ key: Buffer.from(key, "base64url"), format: "der", type: "spki" });
    if (made.asymmetricKeyDetails?.namedCurve === "prime256v1") return made;
  } catch {
    // Not a key at all.
  }
  throw badKey("Device", "wants a public key of P-256");
}
