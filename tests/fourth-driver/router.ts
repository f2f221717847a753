import { appendFileSync } from "node:fs";
import type {
  Clock,
  CrashListener,
  DriverStorage,
  Router,
  RouterSettings,
  VerifiedUpdate,
} from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import type { LifecycleAction } from "@pilothouse/protocol";

interface LogbookOptions {
  readonly file: string;
  readonly captain: string;
  readonly clock: Clock;
  readonly storage: DriverStorage;
}

/** A router that writes down what is done to it; what it does is played. */
export class Logbook implements Router {
  readonly kind = "logbook";
  readonly simulated = true;
  readonly engine: Simulator;

  constructor(readonly options: LogbookOptions) {
    this.engine = new Simulator({ seed: 4, clock: options.clock, storage: options.storage });
  }

  async start(): Promise<void> {
    await this.engine.start();
    this.#write("start");
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  onCrash(listener: CrashListener): void {
    this.engine.onCrash(listener);
  }

  read(signal: AbortSignal) {
    return this.engine.read(signal);
  }

  async lifecycle(action: LifecycleAction): Promise<void> {
    await this.engine.lifecycle(action);
    this.#write(action);
  }

  cancel(sessionSignal?: AbortSignal): Promise<boolean> {
    return this.engine.cancel(sessionSignal);
  }

  reseed(sessionSignal?: AbortSignal): Promise<void> {
    return this.engine.reseed(sessionSignal);
  }

  install(update: VerifiedUpdate, progress: (message: string) => void): ReturnType<Router["install"]> {
    return this.engine.install(update, progress);
  }

  get settings(): RouterSettings {
    return this.engine.settings;
  }

  #write(what: string): void {
    appendFileSync(this.options.file, `${what}, signed ${this.options.captain}\n`);
  }
}
