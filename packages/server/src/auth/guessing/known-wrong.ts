import { createHmac, randomBytes } from "node:crypto";

const MOST = 10_000;

/**
 * Passwords that were wrong a while ago, each with its address. The same one again is no new guess: a forgotten
 * program must not shut its owner out. Only digests are kept, with a key that ends with the process.
 */
export class KnownWrong {
  readonly #key = randomBytes(32);
  /** The one asked for last is the last, so that the others can be dropped. */
  readonly #digests = new Set<string>();

  has(address: string, candidate: string): boolean {
    const digest = this.#digest(address, candidate);
    if (!this.#digests.delete(digest)) return false;
    this.#digests.add(digest);
    return true;
  }

  /** Whether it was not known yet. */
  add(address: string, candidate: string): boolean {
    const isNew = !this.has(address, candidate);
    this.#digests.add(this.#digest(address, candidate));
    for (const oldest of this.#digests) {
      if (this.#digests.size <= MOST) break;
      this.#digests.delete(oldest);
    }
    return isNew;
  }

  /** What was wrong may be right now. */
  clear(): void {
    this.#digests.clear();
  }

  #digest(address: string, candidate: string): string {
    return createHmac("sha256", this.#key).update(`${address}\0${candidate}`).digest("base64");
  }
}
