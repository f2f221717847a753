export type { Commands, I2pdOptions } from "./i2pd/options.js";
export { I2pd } from "./i2pd/router.js";
