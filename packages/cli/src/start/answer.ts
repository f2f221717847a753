import { packageFile, version } from "../package-file.js";
import { wrappedHelp } from "./wrapped-help.js";

const HELP = ["--help", "-h", "help"];
const VERSION = ["--version", "-V"];

/** The answer to what needs no command: prepared, since building all commands takes longer than starting Node. */
export function preparedAnswer(
  words: readonly string[],
  columns: () => number | undefined,
): string | undefined {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) return undefined;
  if (VERSION.includes(word)) return `${version}\n`;
  // The prepared help is that of the full program.
  if (process.env["PILOTHOUSE_WITHOUT"]) return undefined;
  return HELP.includes(word) ? wrappedHelp(packageFile("bundle/help.txt"), columns() ?? 80) : undefined;
}
