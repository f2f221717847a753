import { CommanderError } from "commander";
import { complain, EXIT } from "./exit.js";
import { makeProgram } from "./program.js";

try {
  await makeProgram().parseAsync();
} catch (error) {
  // Commander has already said what was wrong with the command line.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  else process.exitCode = complain(error);
}
