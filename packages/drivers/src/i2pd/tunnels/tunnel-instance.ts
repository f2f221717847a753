import type { RouterChanges } from "../file-changes/router-changes.js";
import type { I2pdOptions } from "../options.js";
import type { Ports } from "./checks.js";
import type { TunnelPlaces } from "./tunnel-files.js";
import type { RouterNow } from "./tunnel-states.js";

/** What tunnels need to know of their router. */
export interface TunnelInstance {
  readonly options: Pick<I2pdOptions, "controlDir" | "dataDir" | "mode" | "log">;
  readonly changes: RouterChanges;
  readonly isUp: boolean;
  /** How long a tunnel may take to work after a start; ten seconds by default. */
  readonly provenWithinMs?: number;
  routerNow(): Promise<RouterNow>;
  tunnelPlaces(): Promise<TunnelPlaces>;
  /** The same, where they are certain; rejects with `NotPossible` where they are not. */
  placesForChanges(): Promise<TunnelPlaces>;
  ports(): Promise<Ports>;
  /** Settings were saved that count from the next restart on. */
  settingsWait(): Promise<boolean>;
  logFile(): Promise<string | undefined>;
  /** The addresses of its servers, as it tells them itself; undefined where it must not be asked. */
  toldServers(): Promise<ReadonlyMap<string, string> | undefined>;
}
