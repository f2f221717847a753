import { chmod } from "node:fs/promises";
import { resolve } from "node:path";
import type {
  DetailKey,
  Details,
  LifecycleAction,
  Reason,
  RouterStat,
  ServiceName,
  Services,
} from "@pilothouse/protocol";
import { makeDirectory, run } from "@pilothouse/system";
import type { CrashListener, PackageUpdates, Reading, Router, VerifiedUpdate } from "../port.js";
import { I2pdAddressBook } from "./address-book/i2pd-address-book.js";
import type { Clients } from "./clients.js";
import { I2pdSettings } from "./config/i2pd-settings.js";
import { I2pdInstance } from "./instance.js";
import type { I2pdOptions } from "./options.js";
import { aptUpdates } from "./program/apt.js";
import { locate } from "./program/binary.js";
import { installBinary } from "./program/install.js";
import type { RollBackOptions } from "./roll-back/roll-back.js";
import { I2pdTunnels } from "./tunnels/i2pd-tunnels.js";

/** A real i2pd, run by us or by something else. */
export class I2pd implements Router {
  readonly kind = "i2pd";
  readonly simulated = false;
  readonly settings = new I2pdSettings(() => this.#started());
  readonly tunnels = new I2pdTunnels(() => this.#clients());
  readonly addressBook = new I2pdAddressBook(
    () => this.#clients(),
    () => this.#opened?.clients,
  );
  /** Known after the start: there when the binary came from a package manager. */
  updates?: PackageUpdates;
  readonly #options: Required<Pick<I2pdOptions, "run">> & I2pdOptions;
  #instance: Promise<I2pdInstance> | undefined;
  #opened: I2pdInstance | undefined;
  #crashed: CrashListener = () => {};

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
    if (this.#instance !== undefined) return (await this.#instance).supervision.start();
    this.#instance = this.#open();
    this.#opened = await this.#instance.catch((error: unknown) => {
      this.#instance = undefined;
      throw error;
    });
  }

  async close(): Promise<void> {
    const instance = this.#instance;
    this.#instance = undefined;
    this.#opened = undefined;
    // A failed start was reported to the caller of `start`.
    await instance?.then((held) => held.close()).catch(() => {});
  }

  get which(): string {
    return this.#options.dataDir;
  }

  onCrash(listener: CrashListener): void {
    this.#crashed = listener;
  }

  async read(signal: AbortSignal): Promise<Reading> {
    signal.throwIfAborted();
    return (await this.#started()).read(signal);
  }

  async lifecycle(action: LifecycleAction): Promise<void> {
    await (await this.#started()).supervision.request(action);
  }

  async ready(action: LifecycleAction): Promise<void> {
    await (await this.#started()).supervision.ready(action);
  }

  async cancel(sessionSignal?: AbortSignal): Promise<boolean> {
    return (await this.#started()).supervision.cancel(sessionSignal);
  }

  async reseed(sessionSignal?: AbortSignal): Promise<void> {
    await (await this.#started()).reseed(sessionSignal);
  }

  async install(update: VerifiedUpdate, progress: (message: string) => void): Promise<Reason> {
    const { binary } = (await this.#started()).options;
    return installBinary(update, binary, this.#options.run, progress);
  }

  async services(names: readonly ServiceName[], signal: AbortSignal): Promise<Services> {
    return (await this.#started()).clients.services(names, signal);
  }

  async details(keys: readonly DetailKey[], signal: AbortSignal): Promise<Details> {
    return (await this.#started()).details(keys, signal);
  }

  /** Of a router that something else runs, only what it answers is known. */
  get stats(): readonly RouterStat[] {
    return this.#options.mode === "supervise" ? ["router.memoryUsed"] : [];
  }

  /** What a router uses when it does not run is nothing. */
  async rate(stat: string): Promise<number | undefined> {
    if (!(this.stats as readonly string[]).includes(stat)) return undefined;
    return (await (await this.#started()).memoryUsed()) ?? 0;
  }

  /** The file that the router logs to; undefined when it logs elsewhere. */
  async logFile(): Promise<string | undefined> {
    return (await this.#started()).logFile();
  }

  async #open(): Promise<I2pdInstance> {
    const { controlDir, updatesFor = (file) => aptUpdates(file, this.#options.run) } = this.#options;
    const binary = await locate(this.#options.binary);
    makeDirectory(controlDir, 0o700);
    await chmod(controlDir, 0o700);
    const updates = await updatesFor(binary);
    if (updates !== undefined) this.updates = updates;
    const reverted: RollBackOptions["tell"] = (what) => this.settings.reverted(what);
    return I2pdInstance.open({ ...this.#options, binary, reverted }, (why) => this.#crashed(why));
  }

  async #clients(): Promise<Clients> {
    return (await this.#started()).clients;
  }

  async #started(): Promise<I2pdInstance> {
    if (this.#instance === undefined)
      throw new Error("The router has not been started yet: call start first");
    return this.#instance;
  }
}
