import type { Command } from "commander";
import { NARROWEST } from "../command/help-width.js";
import { WRAPS } from "./wrapped-help.js";

/** The program's own help, with a mark in place of every wrap: it is made once, when the program is built. */
export function markedHelp(program: Command): string {
  let text = "";
  program
    .configureHelp({
      helpWidth: Number.MAX_SAFE_INTEGER,
      minWidthToWrap: NARROWEST,
      boxWrap: (part) => WRAPS + part,
    })
    .configureOutput({
      writeOut: (piece) => {
        text += piece;
      },
    })
    .outputHelp();
  return text;
}
