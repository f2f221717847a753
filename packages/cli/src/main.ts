import { DRIVERS } from "./drivers.js";
import { runProgram } from "./run.js";

await runProgram(DRIVERS);
