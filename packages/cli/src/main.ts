import { DRIVERS } from "./drivers.js";
import { runProgram } from "./program.js";

await runProgram(DRIVERS);
