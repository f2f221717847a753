/**
 * For work that holds up the event loop: one piece for each of its rounds, so that much of it together holds nobody up
 * for longer than one piece takes. Those who wait have their turns by owner, whoever of them has more.
 */
export class Turns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isServing = false;

  next(owner: string): Promise<void> {
    return new Promise((go) => {
      const own = this.#waiting.get(owner);
      if (own === undefined) this.#waiting.set(owner, [go]);
      else own.push(go);
      if (!this.#isServing) setImmediate(this.#serve);
      this.#isServing = true;
    });
  }

  readonly #serve = (): void => {
    for (const [owner, own] of this.#waiting) {
      this.#waiting.delete(owner);
      own.shift()?.();
      if (own.length > 0) this.#waiting.set(owner, own);
      break;
    }
    this.#isServing = this.#waiting.size > 0;
    if (this.#isServing) setImmediate(this.#serve);
  };
}
