import { settingsTableOf } from "./command/settings.js";
import { DRIVERS } from "./drivers.js";
import { loadFeatures } from "./features.js";
import { routerMaker } from "./router.js";

export { completionTable } from "./completion/table.js";
export { DRIVERS } from "./drivers.js";
export { loadFeatures } from "./features.js";
export { type Edition, manualPages } from "./manual/pages.js";
export { commandReference } from "./manual/reference.js";
export { makeProgram, runProgram } from "./program.js";
export { markedHelp } from "./start/marked-help.js";

/** Every setting that the program has. */
export const SETTINGS = await settingsTableOf(DRIVERS, await loadFeatures());
export const makeRouter = routerMaker(DRIVERS);
