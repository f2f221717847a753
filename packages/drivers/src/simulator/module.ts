import { reason } from "@pilothouse/protocol";
import type { DriverModule, SettingsOf } from "../driver.js";
import { Simulator } from "./router.js";
import type { SIMULATOR_ROWS } from "./settings.js";

export const simulatorModule: DriverModule<SettingsOf<typeof SIMULATOR_ROWS>> = {
  make: (settings, { clock, storage }) =>
    new Simulator({
      seed: settings["simulator.seed"],
      longestWaitMs: settings["simulator.longest_wait"],
      clock,
      storage,
    }),
  log: () => ({ why: reason("log.simulated") }),
  checks: [],
};
