import type { Clock, DriverStorage } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import { ABILITIES, type Ability, type Config } from "../port/system.js";
import type { PlayedRouter } from "./played-router.js";
import { SIMULATOR } from "./simulator-row.js";

/** The simulator lives in the process of its service, and ends with it. */
export class PlayedSimulator implements PlayedRouter {
  readonly driver = SIMULATOR;
  static readonly can: ReadonlySet<Ability> = new Set(
    ABILITIES.filter((one) => one !== "fleet" && one !== "hub"),
  );
  readonly can = PlayedSimulator.can;
  #router: Simulator | undefined;

  constructor(readonly clock: Clock) {}

  serve(storage: DriverStorage): Simulator {
    this.#router?.faults.release();
    const { clock } = this;
    this.#router = new Simulator({ seed: 1, clock, longestWaitMs: SIMULATOR.takes.drain, storage });
    return this.#router;
  }

  isBusy = (): boolean => false;
  isAway = (): boolean => false;
  async live(): Promise<void> {}

  configuration(): Promise<Config> {
    return this.#served.settings.all();
  }

  edit(replace: Config): Promise<unknown> {
    return this.#served.settings.writeAll({ replace });
  }

  crash(): Promise<void> {
    return this.#served.faults.crash();
  }

  hang(hung: boolean): void {
    const { faults } = this.#served;
    if (hung) faults.hang();
    else faults.release();
  }

  async close(): Promise<void> {
    this.#router?.faults.release();
  }

  get #served(): Simulator {
    if (this.#router === undefined) throw new Error("no service has a router yet");
    return this.#router;
  }
}
