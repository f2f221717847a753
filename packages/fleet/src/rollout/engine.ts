import { ticksOf } from "@pilothouse/drivers/port";
import { Conflict, type Kept } from "../state/state.js";
import type { EngineParts } from "./engine-parts.js";
import { Held } from "./held.js";
import { isOver, rolloutKey } from "./rollout.js";

/** The holder of a lease writes at least this often while its roll-out runs. */
const RENEW_MS = 2_000;
/** A roll-out that was not written for this long has lost its holder. */
const TAKE_OVER_MS = 6_000;

/**
 * Runs the roll-outs whose lease this hub holds. `tick` is called about every second; between two of them nothing
 * happens but calls and their answers.
 */
export class RolloutEngine {
  readonly #held = new Map<string, Held>();
  readonly #parts: EngineParts;
  #ticking: Promise<void> | undefined;
  #unwatch: (() => void) | undefined;
  #watchingSince = 0;
  #connected = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { state } = this.#parts;
    this.#unwatch = state.watch("rollout/", (key, kept) => this.#saw(key, kept));
    for (const [key, kept] of await state.list("rollout/")) this.#saw(key, kept);
  }

  async close(): Promise<void> {
    this.#unwatch?.();
    await this.#ticking;
  }

  /** One look at everything; never two at a time. */
  tick(): Promise<void> {
    this.#ticking ??= this.#tick().finally(() => {
      this.#ticking = undefined;
    });
    return this.#ticking;
  }

  async #tick(): Promise<void> {
    const { bus, clock } = this.#parts;
    if (bus.connected && !this.#connected) this.#watchingSince = clock.now();
    this.#connected = bus.connected;
    await Promise.all([...this.#held.values()].map((held) => this.#run(held)));
  }

  async #run(held: Held): Promise<void> {
    try {
      if (held.mine) await this.#goOn(held);
      else if (this.#mayTakeOver(held)) await held.takeOver();
    } catch (error) {
      // Whether the write is there is not known, or another came first: read again, decide again.
      if (!(error instanceof Conflict)) this.#parts.log(`roll-out ${held.id}: ${(error as Error).message}`);
      await this.#refresh(held);
    }
  }

  async #goOn(held: Held): Promise<void> {
    const next = await held.next(this.#connected ? this.#watchingSince : undefined);
    if (next !== held.rollout || ticksOf(this.#parts.clock) - held.changedAt >= RENEW_MS)
      await held.write(next);
    held.forgetHeard();
    if (this.#connected) held.send();
  }

  /** At once what this hub held before it was started again; else when the holder has been silent. */
  #mayTakeOver({ rollout, changedAt }: Held): boolean {
    const { hub, clock } = this.#parts;
    return rollout.lease.hub === hub || ticksOf(clock) - changedAt >= TAKE_OVER_MS;
  }

  #saw(key: string, kept: Kept | undefined): void {
    const id = key.slice(rolloutKey("").length);
    if (kept === undefined) {
      this.#held.delete(id);
      return;
    }
    const held = this.#held.get(id) ?? new Held(this.#parts, kept);
    held.saw(kept);
    if (isOver(held.rollout)) this.#held.delete(id);
    else this.#held.set(id, held);
  }

  async #refresh({ id }: Held): Promise<void> {
    const key = rolloutKey(id);
    try {
      this.#saw(key, await this.#parts.state.get(key));
    } catch {
      // The state is away; the next tick tries again.
    }
  }
}
