import type { NatsConnection } from "@nats-io/nats-core";
import { isPassing } from "./patience.js";

interface Checking {
  readonly everyMs: number;
  /** `reconnected`: for the first time since the bus was away. What fails then is repeated. */
  readonly check: (reconnected: boolean) => Promise<void>;
  readonly failed: (error: Error) => void;
}

/** Checks again and again, and at once after each reconnection, one at a time. */
export class RegularCheck {
  #reconnects = 0;
  #ended = false;
  /** Ends the pause before the next check. */
  #wake = (): void => {};

  constructor(
    connection: NatsConnection,
    private readonly checking: Checking,
  ) {
    void this.#countReconnects(connection);
    void this.#run();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async #countReconnects(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type !== "reconnect") continue;
      this.#reconnects++;
      this.#wake();
    }
  }

  async #run(): Promise<void> {
    const { check, failed } = this.checking;
    let [checked, pauses] = [0, true];
    for (;;) {
      if (pauses) await this.#pause();
      if (this.#ended) return;
      const reconnects = this.#reconnects;
      pauses = true;
      try {
        await check(reconnects > checked);
        checked = reconnects;
        // The bus was away again meanwhile.
        pauses = this.#reconnects === checked;
      } catch (error) {
        if (!this.#ended && !isPassing(error)) failed(error as Error);
      }
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.checking.everyMs).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
