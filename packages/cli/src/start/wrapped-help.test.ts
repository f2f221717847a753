import { expect, it } from "vitest";
import { DRIVERS } from "../drivers.js";
import { packageFile } from "../package-file.js";
import { makeProgram } from "../program.js";
import { preparedAnswer } from "./answer.js";
import { markedHelp } from "./marked-help.js";
import { wrappedHelp } from "./wrapped-help.js";

let width: number | undefined;
let text = "";
const program = (await makeProgram(DRIVERS)).configureOutput({
  writeOut: (piece) => {
    text += piece;
  },
  // Undefined where there is no terminal, which its type leaves out.
  getOutHelpWidth: () => width as number,
});

/** What the whole program prints on a terminal of this width. */
function helpAt(columns: number | undefined): string {
  [width, text] = [columns, ""];
  program.outputHelp();
  return text;
}

it("gives the prepared help the same lines as the whole program, on terminals of every width", async () => {
  const marked = markedHelp(await makeProgram(DRIVERS));
  expect(helpAt(60)).not.toBe(helpAt(120));
  for (let columns = 0; columns <= 200; columns++)
    expect({ columns, help: wrappedHelp(marked, columns) }).toEqual({ columns, help: helpAt(columns) });
});

it("answers from what was prepared when the program was built, which is up to date", async () => {
  expect(packageFile("bundle/help.txt")).toBe(markedHelp(await makeProgram(DRIVERS)));
  const answers = (...words: string[]) => preparedAnswer(words, () => undefined);
  for (const word of ["--help", "-h", "help"]) expect(answers(word)).toBe(helpAt(undefined));
  for (const word of ["--version", "-V"])
    expect(answers(word)).toBe(`${JSON.parse(packageFile("package.json")).version}\n`);
  for (const words of [[], ["serve"], ["serve", "--help"], ["--help", "serve"], ["--json", "help"]])
    expect(answers(...words)).toBeUndefined();
});
