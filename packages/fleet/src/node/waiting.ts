import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 15_000;

interface WaitingOptions {
  /** Resolves with whether to ask again. */
  readonly ask: () => Promise<boolean>;
  readonly random: () => number;
}

/** Asks from time to time until somebody has accepted or refused the node. */
export class Waiting {
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(private readonly options: WaitingOptions) {}

  start(): void {
    this.#running ??= this.#run();
  }

  /** Does not wait for a question that is under way: that may be what stops it. */
  async stop(): Promise<void> {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    const { ask, random } = this.options;
    const { signal } = this.#closing;
    do await sleep((0.1 + random()) * EVERY_MS, undefined, { signal }).catch(() => {});
    while (!signal.aborted && (await ask().catch(() => true)));
  }
}
