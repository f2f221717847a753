import { DRIVERS, runProgram } from "@pilothouse/cli";
import { logbook } from "./driver.js";

await runProgram([...DRIVERS, logbook]);
