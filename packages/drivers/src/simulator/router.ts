import { stat } from "node:fs/promises";
import {
  type DetailKey,
  type Details,
  isRouterStat,
  type LifecycleAction,
  type Reason,
  ROUTER_STATS,
  type RouterStat,
  reason,
  type ServiceName,
  type Services,
  type TunnelType,
} from "@pilothouse/protocol";
import { fullServices, tunnelServices } from "../full-services.js";
import type { Clock, CrashListener, DriverStorage, Reading, Router, VerifiedUpdate } from "../port.js";
import { Faults } from "./faults.js";
import { Keeper } from "./keeper.js";
import { Life } from "./life.js";
import { madeUpDetails } from "./services/made-up-details.js";
import { SimulatorAddressBook } from "./services/simulator-address-book.js";
import { SimulatorTunnels } from "./services/simulator-tunnels.js";
import { type OpenedRouter, SimulatorSettings } from "./simulator-settings.js";

export interface SimulatorOptions {
  /** The same seed and the same course of the clock give the same life. */
  readonly seed: number;
  /** How long a graceful wait takes at most; as long as tunnels live unless it is given. */
  readonly longestWaitMs?: number;
  readonly clock: Clock;
  /** Keeps the configuration and the installed version. */
  readonly storage: DriverStorage;
}

/** A simulated router in this process. It needs no timers: time passes when it is read. */
export class Simulator implements Router {
  readonly kind = "simulator";
  readonly simulated = true;
  readonly settings = new SimulatorSettings(() => this.#started());
  readonly tunnels = new SimulatorTunnels(
    () => this.#started(),
    () => this.faults,
  );
  readonly addressBook = new SimulatorAddressBook(() => this.#started());
  readonly faults = new Faults(async () => {
    if ((await this.#started()).life.crash()) this.#crashed(reason("exit.unknown"));
  });
  readonly #options: SimulatorOptions;
  #opened: Promise<OpenedRouter> | undefined;
  #crashed: CrashListener = () => {};

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
    // A failed start was reported to the caller of `start`.
    await opened?.then(({ keeper }) => keeper.settled()).catch(() => {});
  }

  onCrash(listener: CrashListener): void {
    this.#crashed = listener;
  }

  async read(signal: AbortSignal): Promise<Reading> {
    await this.faults.endure(signal);
    return (await this.#started()).life.reading();
  }

  async lifecycle(action: LifecycleAction): Promise<void> {
    (await this.#started()).life.act(action);
  }

  async cancel(sessionSignal?: AbortSignal): Promise<boolean> {
    const { life } = await this.#started();
    sessionSignal?.throwIfAborted();
    return life.cancel();
  }

  async reseed(sessionSignal?: AbortSignal): Promise<void> {
    const { life } = await this.#started();
    sessionSignal?.throwIfAborted();
    life.reseed();
  }

  async services(names: readonly ServiceName[]): Promise<Services> {
    const listed = await this.tunnels.list(new AbortController().signal);
    const proxy = (type: TunnelType) => {
      const one = listed.find((tunnel) => tunnel.type === type && tunnel.state === "running");
      return { enabled: one !== undefined, ...(one?.address !== undefined && { address: one.address }) };
    };
    return fullServices(names, {
      I2PTunnel: tunnelServices(listed),
      HTTPProxy: proxy("httpclient"),
      SOCKS: proxy("socks"),
    });
  }

  async details(keys: readonly DetailKey[]): Promise<Details> {
    const { life } = await this.#started();
    return madeUpDetails(keys, life, this.#options.seed);
  }

  readonly stats = Object.keys(ROUTER_STATS) as readonly RouterStat[];

  async rate(stat: string, periodMs: number): Promise<number | undefined> {
    return isRouterStat(stat) ? (await this.#started()).life.rate(stat, periodMs) : undefined;
  }

  async install({ version, file }: VerifiedUpdate, progress: (message: string) => void): Promise<Reason> {
    const { keeper, life } = await this.#started();
    const { size } = await stat(file);
    progress(`Installing version ${version} (${size} bytes)`);
    await keeper.change(
      (stored) => ({ ...stored, version }),
      (stored) => life.take(stored),
    );
    return reason("update.ready", { version });
  }

  async #open(): Promise<OpenedRouter> {
    const { storage } = this.#options;
    try {
      const keeper = await Keeper.open(storage);
      return { keeper, life: new Life(this.#options, keeper.stored) };
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }

  #started(): Promise<OpenedRouter> {
    return this.#opened ?? Promise.reject(new Error("The simulator is not started"));
  }
}
