import type { Clock, DriverStorage, Router } from "@pilothouse/drivers/port";
import type { Driver } from "../port/driver.js";
import type { Ability, Config } from "../port/system.js";

/** A router that is played in this process, with the driver that a service has for it. */
export interface PlayedRouter {
  readonly driver: Driver;
  /** What it, and a service with it, can do. */
  readonly can: ReadonlySet<Ability>;
  /** A driver for a service that starts. */
  serve(storage: DriverStorage): Router;
  /** Whether it is at work that ends by itself. */
  isBusy(): boolean;
  /** Does what is due by its clock. */
  live(): Promise<void>;
  /** Whether it is where its settings cannot be read, until some time has passed. */
  isAway(): boolean;
  configuration(): Promise<Config>;
  edit(config: Config): Promise<unknown>;
  crash(): Promise<void>;
  hang(hung: boolean): void;
  close(): Promise<void>;
}

export type MakePlayedRouter = (clock: Clock) => Promise<PlayedRouter>;
