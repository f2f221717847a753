import { DRIVERS } from "./drivers.js";
import { runProgram } from "./program.js";

// Without waiting for it: a module that waits cannot be CommonJS, which the bundle is.
void runProgram(DRIVERS);
