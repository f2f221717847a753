/** A piece of work that takes longer is followed by a rest of the same length, in milliseconds. */
const SHORT_MS = 5;
const LONGEST_REST_MS = 100;

/**
 * For work that holds up the event loop: one piece for each of its rounds, and after a long one a rest, so that others
 * who need several rounds wait for one piece and not for one in each. Those who wait have their turns by owner,
 * whoever of them has more.
 */
export class Turns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isServing = false;

  next(owner: string): Promise<void> {
    return new Promise((go) => {
      const queue = this.#waiting.get(owner);
      if (queue === undefined) this.#waiting.set(owner, [go]);
      else queue.push(go);
      if (!this.#isServing) setImmediate(this.#serve);
      this.#isServing = true;
    });
  }

  readonly #serve = (): void => {
    for (const [owner, queue] of this.#waiting) {
      this.#waiting.delete(owner);
      queue.shift()?.();
      if (queue.length > 0) this.#waiting.set(owner, queue);
      break;
    }
    const began = performance.now();
    setImmediate(() => this.#goOn(performance.now() - began));
  };

  #goOn(took: number): void {
    this.#isServing = this.#waiting.size > 0;
    if (!this.#isServing) return;
    if (took > SHORT_MS) setTimeout(this.#serve, Math.min(took, LONGEST_REST_MS));
    else this.#serve();
  }
}
