import { totalmem } from "node:os";
import { RpcError, reason } from "@pilothouse/protocol";
import pLimit, { type LimitFunction } from "p-limit";

/** With the first password: it takes 4 MB, and a service that was restarted may wait for days until somebody logs in. */
const argon2 = () => import("@node-rs/argon2");

/** Argon2id is the library's default. One hash costs some 20 ms and 19 MiB on a small machine. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Where there is less than this, only one hash is made at a time: two, with a busy service, take up to 90 MiB. */
const LITTLE = 128 * 2 ** 20;
const MOST_WAITING = 256;

/** What the machine has, or what a group of processes that this one belongs to is given. */
const memoryForUs = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

/** What a machine with little memory makes slower, for the log; undefined where there is enough. */
export const hashesSlowly = (memory = memoryForUs()): string | undefined =>
  memory < LITTLE
    ? `there are only ${Math.round(memory / 2 ** 20)} MiB of memory for the service: passwords are checked one at a time, so many logins at once take longer`
    : undefined;

/** Argon2id off the main thread: few at once, so that logins cannot starve the rest of the machine. */
export class Hasher {
  readonly #limit: LimitFunction;

  constructor(memory = memoryForUs()) {
    this.#limit = pLimit(memory < LITTLE ? 1 : 2);
  }

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
