import { RpcError, reason } from "@pilothouse/protocol";
import pLimit from "p-limit";

/** With the first password: it takes 4 MB, and a service that was restarted may wait for days until somebody logs in. */
const argon2 = () => import("@node-rs/argon2");

/** Argon2id is the library's default. One hash costs some 20 ms and 19 MiB on a small machine. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const MOST_WAITING = 256;

/** Argon2id off the main thread: few at once, so that logins cannot starve the rest of the machine. */
export class Hasher {
  readonly #limit = pLimit(AT_ONCE);

  /** `atOnce` passes the queue, which strangers can fill. */
  hash(password: string, atOnce = false): Promise<string> {
    const work = async () => (await argon2()).hash(password, COST);
    return atOnce ? work() : this.run(work);
  }

  /** Runs `work` when its turn comes; `work` may hash once, through `verify`. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.pendingCount >= MOST_WAITING) throw new RpcError("refused", reason("login.waiting"), 1);
    return this.#limit(work);
  }

  /** Only inside `run`. Compares in constant time. */
  async verify(stored: string, password: string): Promise<boolean> {
    return (await argon2()).verify(stored, password);
  }
}
