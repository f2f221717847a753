import { EventEmitter, once } from "node:events";
import { setTimeout } from "node:timers/promises";

/** What can be made to go wrong, so that tests see how others cope. */
export class Faults {
  readonly #gate = new EventEmitter().setMaxListeners(0);
  #hung = false;
  #slow = 0;
  /** Why the next changes of tunnels fail, and are rolled back. */
  tunnelFault: string | undefined;

  constructor(
    /** The router ends by itself, and is started again after a while. */
    readonly crash: () => Promise<void>,
  ) {}

  /** From now on no reading is answered, until `release`. */
  hang(): void {
    this.#hung = true;
  }

  /** Hung readings are answered after all. */
  release(): void {
    this.#hung = false;
    this.#gate.emit("released");
  }

  /** Every reading takes this long, in real milliseconds; 0 ends it. */
  slow(ms: number): void {
    this.#slow = ms;
  }

  /** What a reading goes through before it is answered. */
  async endure(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#hung) await once(this.#gate, "released", { signal });
    if (this.#slow > 0) await setTimeout(this.#slow, undefined, { signal });
  }
}
