import type { Driver } from "@pilothouse/drivers/driver";
import { CommanderError } from "commander";
import { makeProgram } from "./program.js";
import { endWithReader } from "./terminal/end-with-reader.js";
import { complain, EXIT } from "./terminal/exit.js";

/** `help net set` means `net set --help`: commander would only look at the first word. */
const asTyped = ([first, ...words]: readonly string[]): string[] =>
  first === "help" && words.length > 0 ? [...words, "--help"] : first === undefined ? [] : [first, ...words];

/** The whole command line: what was typed, with the kinds of router that can be managed. */
export async function runProgram(drivers: readonly Driver[]): Promise<void> {
  // Node would open its debugger at this signal, to every user of the machine.
  process.on("SIGUSR1", () => {});
  endWithReader();
  try {
    await makeProgram(drivers).parseAsync(asTyped(process.argv.slice(2)), { from: "user" });
  } catch (error) {
    // Commander has already said what was wrong with the command line.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    else process.exitCode = complain(error);
  }
}
