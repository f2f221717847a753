import Table from "cli-table3";
import { harmless, harmlessJson, type Paint, painter } from "./style.js";

/** Where a command's words go: data to standard output, everything else to standard error. */
export class Output {
  readonly paint: Paint = painter(process.stdout);

  constructor(readonly json: boolean) {}

  /** The result of a command: the value itself for a script, or its words for a person. */
  result(value: unknown, words: () => string): void {
    process.stdout.write(`${this.json ? harmlessJson(value) : words()}\n`);
  }

  /** A message that is useful but not the result. */
  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Columns without lines, so that other tools can cut them as well. A row is text as it is to be shown. */
  table(rows: readonly (readonly string[])[], head?: readonly string[]): string {
    const table = new Table({
      chars: NO_LINES,
      style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
      ...(head && { head: head.map((title) => this.paint("bold", title)) }),
    });
    table.push(...rows.map((row) => row.map(onOneLine)));
    return table
      .toString()
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n");
  }
}

/** Our own colours pass; what came from a server was made harmless before it was coloured. */
const onOneLine = (cell: string): string => cell.replaceAll("\n", " ");

/** Text of a server, as a cell. */
export const cell = (text: string | null | undefined): string => harmless(text ?? "");

const NO_LINES = Object.fromEntries(
  [
    ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
    ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid", "middle"],
  ].map((part) => [part, ""]),
);
