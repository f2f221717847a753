/** Work that several callers wait for. It is given up only when every one of them is gone. */
export class SharedRun<T> {
  readonly #abandon = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;
  #settled = false;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#result = work(this.#abandon.signal).finally(() => {
      this.#settled = true;
    });
    // Those who wait get the failure. If no caller waits, it can be ignored.
    this.#result.catch(() => {});
  }

  /** Done or given up: no caller may join any more. */
  get closed(): boolean {
    return this.#settled || this.#abandon.signal.aborted;
  }

  /** Resolves when the work has ended, well or not. */
  async ended(): Promise<void> {
    await this.#result.catch(() => {});
  }

  join(signal: AbortSignal): Promise<T> {
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#abandon.abort(signal.reason);
        reject(signal.reason);
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#result.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
    });
  }
}

/** Callers at the same time share one run of `work`. One that comes when all have left waits for its end. */
export function shared<T>(work: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let run: SharedRun<T> | undefined;
  return (signal) => {
    if (run === undefined || run.closed) {
      const before = run?.ended();
      run = new SharedRun(async (runs) => {
        await before;
        return work(runs);
      });
    }
    return run.join(signal);
  };
}
