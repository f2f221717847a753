type Close = () => unknown;

/** What was opened, in order. It is closed in reverse, also when a later part cannot be opened. */
export class Opened {
  readonly #closing: Close[] = [];

  add(close: Close): void {
    this.#closing.push(close);
  }

  /** Everything is closed, whatever one of them throws; the first error is thrown at the end. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (let close = this.#closing.pop(); close !== undefined; close = this.#closing.pop())
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  }
}
