import wideWidth from "fast-string-width";

/** Blanks between two columns. */
const BETWEEN = 2;

/** Columns without lines, so that other tools can cut them as well. A list of all nodes has 50,000 rows. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(onOneLine));
  const widest: number[] = [];
  for (const row of lines)
    row.forEach((cell, column) => {
      widest[column] = Math.max(widest[column] ?? 0, widthOf(cell));
    });
  const padded = (cell: string, column: number) =>
    cell + " ".repeat((widest[column] ?? 0) + BETWEEN - widthOf(cell));
  return lines.map((row) => row.map(padded).join("").trimEnd()).join("\n");
}

/** Our own colours pass; what came from a server was made harmless before it was coloured. */
const onOneLine = (cell: string): string => cell.replaceAll("\n", " ");

const PLAIN = /^[ -~]*$/;
const widthOf = (cell: string): number => (PLAIN.test(cell) ? cell.length : wideWidth(cell));

/** As much of a text as there is room for; some characters take two columns. */
export function cut(text: string, columns: number): string {
  if (wideWidth(text) <= columns) return text;
  let fitting = "";
  // Made here: it takes as long as loading the rest of a command.
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (wideWidth(fitting + segment) >= columns) break;
    fitting += segment;
  }
  return `${fitting}…`;
}
