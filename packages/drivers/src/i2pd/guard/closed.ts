import type { Settings } from "@pilothouse/protocol";
import type { I2pdOptions } from "../options.js";
import { I2PD_DEFAULTS } from "./rules.js";

/**
 * What a router that we start gets where i2pd.conf does not say otherwise. i2pd's own defaults take
 * reseeds from anyone, and open a console on which every user of the machine can stop the router.
 */
const CLOSED: Settings = new Map([
  ["reseed.verify", "true"],
  ["http.enabled", "false"],
]);

/** On by default in i2pd. A file that says anything about one of them, if only its port, wants it. */
const FOR_PROGRAMS = ["httpproxy", "socksproxy", "sam"] as const;

/** What counts for an option that is not set, for a router in this mode whose file says this. */
export function defaultsOf(mode: I2pdOptions["mode"], settings: Settings): Settings {
  const defaults = [...I2PD_DEFAULTS, ...FOR_PROGRAMS.map((name) => [`${name}.enabled`, "true"] as const)];
  return new Map(mode === "supervise" ? [...defaults, ...CLOSED, ...unwanted(settings)] : defaults);
}

/** The settings of a router with what counts where its file says nothing. */
export const withDefaults = (mode: I2pdOptions["mode"], settings: Settings): Settings =>
  new Map([...defaultsOf(mode, settings), ...settings]);

/** i2pd goes by its arguments before its file, so each is given only where the file says nothing. */
export const closedArguments = (settings: Settings): readonly string[] =>
  [...CLOSED, ...unwanted(settings)]
    .filter(([name]) => !settings.has(name))
    .map(([name, value]) => `--${name}=${value}`);

const unwanted = (settings: Settings): readonly (readonly [string, string])[] =>
  FOR_PROGRAMS.filter((name) => ![...settings.keys()].some((set) => set.startsWith(`${name}.`))).map(
    (name) => [`${name}.enabled`, "false"],
  );
