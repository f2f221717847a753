import { COMPLETE } from "../command/definition.js";
import { completed, preparedTable, textOf } from "../completion/completed.js";
import { packageFile, version } from "../package-file.js";
import { wrappedHelp } from "./wrapped-help.js";

const HELP = ["--help", "-h", "help"];
const VERSION = ["--version", "-V"];

/** Nothing is left out: what was prepared is of the full program. */
export const isWhole = !process.env["PILOTHOUSE_WITHOUT"];

/** The answer to what needs no command: prepared, since building all commands takes longer than starting Node. */
export function preparedAnswer(
  words: readonly string[],
  columns: () => number | undefined,
): string | undefined {
  const [word, ...more] = words;
  if (word === COMPLETE && more[0] === "--") return isWhole ? completion(more.slice(1)) : undefined;
  if (word === undefined || more.length > 0) return undefined;
  if (VERSION.includes(word)) return `${version}\n`;
  if (!isWhole) return undefined;
  return HELP.includes(word) ? wrappedHelp(packageFile("bundle/help.txt"), columns() ?? 80) : undefined;
}

/** Undefined where somebody has to look at the machine. */
function completion(words: readonly string[]): string | undefined {
  const found = completed(preparedTable(), words);
  return found === "profile" || found === "router" ? undefined : textOf(found);
}
