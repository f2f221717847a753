// Runs one command line after the other in this process, and prints the exit code of each, in JSON. What the commands
// themselves print goes nowhere.
import { readFileSync, writeSync } from "node:fs";
import { DRIVERS, runProgram } from "@pilothouse/cli";

const lines = JSON.parse(readFileSync(process.argv[2], "utf8"));
process.setMaxListeners(0);
process.stdout.write = () => true;
let said = "";
process.stderr.write = (text) => {
  said += text;
  return true;
};
const ends = [];
for (const words of lines) {
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...words);
  process.exitCode = undefined;
  said = "";
  await runProgram(DRIVERS);
  ends.push({ line: words.join(" "), code: process.exitCode ?? 0, said });
}
writeSync(1, JSON.stringify(ends));
process.exit(0);
