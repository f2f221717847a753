import type { Configuration } from "../config/configuration.js";
import type { RouterChanges } from "../file-changes/router-changes.js";
import type { I2pdOptions } from "../options.js";
import type { SamPlace } from "./sam.js";

/** What an address book needs to know of its router. */
export interface BookInstance {
  readonly options: Pick<I2pdOptions, "dataDir">;
  readonly changes: RouterChanges;
  readonly configuration: Configuration;
  readonly isUp: boolean;
  /** Whether the router has one. */
  hasBook(): boolean;
  /** Its SAM service; undefined when that is off. */
  sam(): SamPlace | undefined;
  /** An HTTP proxy that takes names; undefined when there is none. */
  namingProxy(): SamPlace | undefined;
}
