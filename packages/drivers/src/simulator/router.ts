import { stat } from "node:fs/promises";
import { isRouterStat, type LifecycleAction, ROUTER_STATS, type RouterStat } from "@pilothouse/protocol";
import type { Clock, Reading, Router, Shelf, VerifiedUpdate } from "../port.js";
import { Faults } from "./faults.js";
import { Keeper } from "./keeper.js";
import { Life } from "./life.js";
import { type InHand, SimulatorSettings } from "./settings.js";

export interface SimulatorOptions {
  /** The same seed and the same course of the clock give the same life. */
  readonly seed: number;
  readonly clock: Clock;
  /** Keeps the configuration and the installed version. */
  readonly shelf: Shelf;
}

/** A router that is only played, in this process. It needs no timers: time passes when it is looked at. */
export class Simulator implements Router {
  readonly kind = "simulator";
  readonly simulated = true;
  readonly settings = new SimulatorSettings(() => this.#hand());
  readonly faults = new Faults(async () => (await this.#hand()).life.crash());
  readonly #options: SimulatorOptions;
  #opened: Promise<InHand> | undefined;

  constructor(options: SimulatorOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#opened ??= this.#open();
    (await this.#opened).life.start();
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    this.faults.release();
    // A start that failed was reported to whoever asked for it.
    await opened?.then(({ keeper }) => keeper.settled()).catch(() => {});
  }

  async read(signal: AbortSignal): Promise<Reading> {
    await this.faults.endure(signal);
    return (await this.#hand()).life.reading();
  }

  async lifecycle(action: LifecycleAction): Promise<void> {
    (await this.#hand()).life.act(action);
  }

  async cancel(permit?: AbortSignal): Promise<boolean> {
    const { life } = await this.#hand();
    permit?.throwIfAborted();
    return life.cancel();
  }

  async reseed(permit?: AbortSignal): Promise<void> {
    const { life } = await this.#hand();
    permit?.throwIfAborted();
    life.reseed();
  }

  readonly stats = Object.keys(ROUTER_STATS) as readonly RouterStat[];

  async rate(stat: string, periodMs: number): Promise<number | undefined> {
    return isRouterStat(stat) ? (await this.#hand()).life.rate(stat, periodMs) : undefined;
  }

  async install({ version, file }: VerifiedUpdate, progress: (message: string) => void): Promise<string> {
    const { keeper, life } = await this.#hand();
    const { size } = await stat(file);
    progress(`Installing version ${version} (${size} bytes)`);
    await keeper.change(
      (kept) => ({ ...kept, version }),
      (kept) => life.take(kept),
    );
    return `Version ${version} is installed and runs after the next restart`;
  }

  async #open(): Promise<InHand> {
    const { seed, clock, shelf } = this.#options;
    try {
      const keeper = await Keeper.open(shelf);
      return { keeper, life: new Life(seed, clock, keeper.kept) };
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }

  #hand(): Promise<InHand> {
    return this.#opened ?? Promise.reject(new Error("The simulator is not started"));
  }
}
