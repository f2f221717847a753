import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/nats-core";

interface Keeping {
  readonly dial: () => Promise<NatsConnection>;
  /** A connection is there: subscribes. One that throws counts as lost. */
  readonly opened: (connection: NatsConnection) => void | Promise<void>;
  /** The connection was lost, or dialling failed; called once for each time, with the reason where there is one. */
  readonly lost: (reason: Error | undefined) => void;
  /** How long to wait before dialling, after this many failed attempts; 0 after a connection was lost. */
  readonly delay: (failures: number, reason: Error | undefined) => number;
}

/**
 * A connection that is dialled again for ever. The client's own way dials at once when a connection that lasted is
 * lost, so that all nodes would come back at the same moment; and it ends for good at a second refusal.
 */
export class PersistentConnection {
  #current: NatsConnection | undefined;
  #dialled: NatsConnection | undefined;
  #isDialling = false;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(private readonly keeping: Keeping) {}

  /** The connection, while there is one. */
  get current(): NatsConnection | undefined {
    return this.#current;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#dialled?.close().catch(() => {});
    // Dialling an address that does not answer takes long; if a connection still comes, it is closed then.
    if (!this.#isDialling) await this.#running;
  }

  async #run(): Promise<void> {
    const { dial, opened, lost, delay } = this.keeping;
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; ) {
      let reason: Error | undefined;
      try {
        this.#isDialling = true;
        this.#dialled = await dial();
        if (signal.aborted) break;
        // Before that: what is begun there, such as asking all nodes to report, sends something at once.
        this.#current = this.#dialled;
        await opened(this.#dialled);
        this.#isDialling = false;
        failures = 0;
        reason = (await this.#dialled.closed()) ?? undefined;
      } catch (error) {
        this.#isDialling = false;
        failures++;
        reason = error as Error;
      }
      this.#current = undefined;
      await this.#dialled?.close().catch(() => {});
      this.#dialled = undefined;
      if (signal.aborted) break;
      lost(reason);
      await sleep(delay(failures, reason), undefined, { signal }).catch(() => {});
    }
    await this.#dialled?.close().catch(() => {});
  }
}
