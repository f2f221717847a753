import { chmod } from "node:fs/promises";
import { resolve } from "node:path";
import type { LifecycleAction, RouterStat, ServiceName, Services } from "@pilothouse/protocol";
import { makeDirectory, run } from "@pilothouse/system";
import type { OwnUpdates, Reading, Router, VerifiedUpdate } from "../port.js";
import { I2pdSettings } from "./config/settings.js";
import { Hand } from "./hand.js";
import type { I2pdOptions } from "./options.js";
import { aptUpdates } from "./program/apt.js";
import { locate } from "./program/binary.js";
import { installBinary } from "./program/install.js";

/** A real i2pd, run by us or by something else. */
export class I2pd implements Router {
  readonly kind = "i2pd";
  readonly simulated = false;
  readonly settings = new I2pdSettings(() => this.#inHand());
  /** Known after the start: there when the binary came from a package manager. */
  updates?: OwnUpdates;
  readonly #options: Required<Pick<I2pdOptions, "run">> & I2pdOptions;
  #hand: Promise<Hand> | undefined;

  constructor(options: I2pdOptions) {
    this.#options = {
      run,
      ...options,
      dataDir: resolve(options.dataDir),
      config: resolve(options.config),
      controlDir: resolve(options.controlDir),
    };
  }

  async start(): Promise<void> {
    if (this.#hand !== undefined) return (await this.#hand).supervision.start();
    this.#hand = this.#open();
    await this.#hand.catch((error: unknown) => {
      this.#hand = undefined;
      throw error;
    });
  }

  async close(): Promise<void> {
    const hand = this.#hand;
    this.#hand = undefined;
    // A start that failed was reported to whoever asked for it.
    await hand?.then((held) => held.close()).catch(() => {});
  }

  async read(signal: AbortSignal): Promise<Reading> {
    signal.throwIfAborted();
    return (await this.#inHand()).read(signal);
  }

  async lifecycle(action: LifecycleAction): Promise<void> {
    await (await this.#inHand()).supervision.request(action);
  }

  async ready(action: LifecycleAction): Promise<void> {
    await (await this.#inHand()).supervision.ready(action);
  }

  async cancel(permit?: AbortSignal): Promise<boolean> {
    return (await this.#inHand()).supervision.cancel(permit);
  }

  async reseed(permit?: AbortSignal): Promise<void> {
    await (await this.#inHand()).reseed(permit);
  }

  async install(update: VerifiedUpdate, progress: (message: string) => void): Promise<string> {
    const { binary } = await this.#inHand();
    return installBinary(update, binary, this.#options.run, progress);
  }

  async services(names: readonly ServiceName[], signal: AbortSignal): Promise<Services> {
    return (await this.#inHand()).services(names, signal);
  }

  /** Of a router that something else runs, only what it answers is known. */
  get stats(): readonly RouterStat[] {
    return this.#options.mode === "supervise" ? ["router.memoryUsed"] : [];
  }

  /** What a router uses when it does not run is nothing. */
  async rate(stat: string): Promise<number | undefined> {
    if (!(this.stats as readonly string[]).includes(stat)) return undefined;
    return (await (await this.#inHand()).memoryUsed()) ?? 0;
  }

  /** The file that the router logs to; undefined when it logs elsewhere. */
  async logFile(): Promise<string | undefined> {
    return (await this.#inHand()).logFile();
  }

  async #open(): Promise<Hand> {
    const { controlDir, updatesFor = (file) => aptUpdates(file, this.#options.run) } = this.#options;
    const binary = await locate(this.#options.binary);
    makeDirectory(controlDir, 0o700);
    await chmod(controlDir, 0o700);
    const updates = await updatesFor(binary);
    if (updates !== undefined) this.updates = updates;
    return Hand.open({ ...this.#options, binary });
  }

  async #inHand(): Promise<Hand> {
    if (this.#hand === undefined) throw new Error("The router is not taken in hand: start comes first");
    return this.#hand;
  }
}
