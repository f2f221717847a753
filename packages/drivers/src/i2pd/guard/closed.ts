import type { Settings } from "@pilothouse/protocol";
import type { I2pdOptions } from "../options.js";
import { I2PD_DEFAULTS } from "./rules.js";

/**
 * What a router that we start gets where i2pd.conf does not say otherwise. i2pd's own defaults take
 * reseeds from anyone, as no package leaves it.
 */
const CLOSED: Settings = new Map([["reseed.verify", "true"]]);

/** The defaults that count for a router in this mode. */
export const defaultsOf = (mode: I2pdOptions["mode"]): Settings =>
  mode === "supervise" ? new Map([...I2PD_DEFAULTS, ...CLOSED]) : I2PD_DEFAULTS;

/** Arguments for i2pd: it goes by them before its file, so each is given only where the file says nothing. */
export const closedArguments = (settings: Settings): readonly string[] =>
  [...CLOSED].filter(([name]) => !settings.has(name)).map(([name, value]) => `--${name}=${value}`);
