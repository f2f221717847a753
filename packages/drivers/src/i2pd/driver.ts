import { describeDriver } from "../driver.js";
import { I2PD_ROWS } from "./settings.js";

export const i2pd = describeDriver({
  name: "i2pd",
  settings: I2PD_ROWS,
  load: async () => (await import("./module.js")).i2pdModule,
});
