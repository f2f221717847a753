import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const LIFE_MS = 60_000;
/** More used ones than this are swept. */
const SWEEP_OVER = 100;

/**
 * Challenges for devices that sign in. They carry their own seal, so a flood of requests for them takes no memory: only
 * one that was used with a right signature is remembered, until it would have expired anyway.
 */
export class Challenges {
  readonly #key = randomBytes(32);
  /** Used ones, and when they end. */
  readonly #used = new Map<string, number>();

  constructor(readonly ticks: () => number) {}

  make(device: string): string {
    const body = `${Math.round(this.ticks() + LIFE_MS).toString(36)}.${randomBytes(16).toString("base64url")}`;
    return `${body}.${this.#seal(device, body)}`;
  }

  /** Whether it was made here, for this device, less than a minute ago, and was not used. */
  isGood(device: string, challenge: string): boolean {
    const [ends = "", nonce = "", seal = "", ...more] = challenge.split(".");
    const [given, right] = [Buffer.from(seal), Buffer.from(this.#seal(device, `${ends}.${nonce}`))];
    if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return false;
    return Number.parseInt(ends, 36) > this.ticks() && !this.#used.has(challenge);
  }

  /** It is not good for a second time. */
  use(challenge: string): void {
    if (this.#used.size >= SWEEP_OVER)
      for (const [one, ends] of this.#used) if (ends <= this.ticks()) this.#used.delete(one);
    this.#used.set(challenge, this.ticks() + LIFE_MS);
  }

  #seal(device: string, body: string): string {
    return createHmac("sha256", this.#key)
      .update(JSON.stringify([device, body]))
      .digest("base64url");
  }
}
