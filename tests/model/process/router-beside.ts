import type { Launch } from "../../blackbox/process.js";
import type { Driver } from "../port/driver.js";
import type { Ability, Config, System } from "../port/system.js";

/** The router of a service that runs in a process of its own, and what can be done to it from outside. */
export interface RouterBeside extends Partial<Pick<System, "edit" | "crash" | "hang">> {
  readonly driver: Driver;
  /** Of those that are about a router. */
  readonly can: readonly Ability[];
  /** How the service gets it. */
  readonly launch: Pick<Launch, "args" | "env">;
  configuration(system: System): Promise<Config>;
  /** The service has ended before. */
  close(): Promise<void>;
}
