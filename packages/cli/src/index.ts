import { DRIVERS } from "./drivers.js";
import { routerMaker } from "./router.js";
import { settingsTableOf } from "./settings-table.js";

export { DRIVERS } from "./drivers.js";
export { type Edition, manualPages } from "./manual/pages.js";
export { makeProgram } from "./program.js";
export { commandReference } from "./reference.js";
export { runProgram } from "./run.js";
export { markedHelp } from "./start/marked-help.js";

/** Every setting that the program has. */
export const SETTINGS = settingsTableOf(DRIVERS);
export const makeRouter = routerMaker(DRIVERS);
