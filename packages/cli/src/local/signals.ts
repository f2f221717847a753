/**
 * The signals that control a service. Without a listener, each of them would kill the process; so this listens
 * from the first moment on, and keeps those that come during the start.
 */
export class Signals {
  readonly #ending = new AbortController();
  /** The start counts as one: a reload that is requested meanwhile comes after it. */
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

  /** From now on SIGHUP runs `reload`, at once if one has come already; only one runs at a time. */
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
