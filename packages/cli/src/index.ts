import { makeTable } from "@pilothouse/server/settings";
import { DRIVERS } from "./drivers.js";
import { routerMaker } from "./router.js";

export { DRIVERS } from "./drivers.js";
export { type Edition, manualPages } from "./manual/pages.js";
export { makeProgram } from "./program.js";
export { commandReference } from "./reference.js";
export { runProgram } from "./run.js";

/** Every setting that the program has. */
export const SETTINGS = makeTable(DRIVERS);
export const makeRouter = routerMaker(DRIVERS);
