import type { Run } from "@pilothouse/system";
import type { Clock, DriverStorage, PackageUpdates } from "../port.js";

/** Programs with their arguments. They are run as they are: no shell sees them. */
export interface Commands {
  readonly start: readonly string[];
  /** Must not end before the router has; `systemctl stop` does not. */
  readonly stop: readonly string[];
}

export interface I2pdOptions {
  /**
   * `supervise`: the driver starts i2pd, watches it and starts it again.
   * `attach`: i2pd is run by something else (systemd, say), which `commands` start and stop.
   */
  readonly mode: "supervise" | "attach";
  /** Path of i2pd, or a name to be found where programs are. */
  readonly binary: string;
  /** i2pd's own data directory. */
  readonly dataDir: string;
  /** Its configuration file. */
  readonly config: string;
  /** A directory for the driver alone: socket, output, log, files on trial. */
  readonly controlDir: string;
  /** For `attach`; without them the router can be stopped, but not started. */
  readonly commands?: Commands;
  /** Keeps which process is ours, what it was started with, and what it waits for. */
  readonly storage: DriverStorage;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** For what an operator should look at, such as a crash; default: `log`. */
  readonly warn?: (message: string) => void;
  /** How other programs are run; for tests. */
  readonly run?: Run;
  /** Finds the package manager that a binary came from; apt by default. */
  readonly updatesFor?: (binary: string) => Promise<PackageUpdates | undefined>;
}
