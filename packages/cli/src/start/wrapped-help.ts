import { NARROWEST } from "../command/help-width.js";

/** Marks text that is wrapped to the terminal; what is left of it in its line is the indent. */
export const WRAPS = "\t";

/** A prepared help, wrapped as commander would wrap it. */
export const wrappedHelp = (marked: string, columns: number): string =>
  marked
    .split("\n")
    .map((line) => {
      const [before = "", text] = line.split(WRAPS, 2);
      return text === undefined
        ? line
        : before + linesOf(text, columns - before.length).join(`\n${" ".repeat(before.length)}`);
    })
    .join("\n");

function linesOf(text: string, width: number): readonly string[] {
  if (width < NARROWEST) return [text];
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
