/**
 * The signals that steer a service. Unheard, each of them would kill the process; so they are listened for
 * from the first moment on, and those that come during the start are kept.
 */
export class Signals {
  readonly #ending = new AbortController();
  /** The start counts as one: a reload that is asked for meanwhile comes after it. */
  #busy = true;
  #asked = false;
  #reload: () => Promise<void> = async () => {};

  constructor() {
    const end = (signal: string) => this.#ending.abort(signal);
    process.once("SIGTERM", end);
    process.once("SIGINT", end);
    process.on("SIGHUP", () => {
      this.#asked = true;
      if (!this.#busy) void this.#reloadAsAsked();
    });
  }

  /** Aborted by the signal that ends the service, with its name. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** From now on SIGHUP runs `reload`, at once if one has come already; one at a time, however many come. */
  onReload(reload: () => Promise<void>): void {
    this.#reload = reload;
    void this.#reloadAsAsked();
  }

  async #reloadAsAsked(): Promise<void> {
    this.#busy = true;
    while (this.#asked && !this.ending.aborted) {
      this.#asked = false;
      await this.#reload();
    }
    this.#busy = false;
  }
}
