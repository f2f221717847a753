import { describeDriver } from "../driver.js";
import { SIMULATOR_ROWS } from "./settings.js";

export const simulator = describeDriver({
  name: "simulator",
  settings: SIMULATOR_ROWS,
  load: async () => (await import("./module.js")).simulatorModule,
});
