import { forTerminal, harmless, harmlessJson, type Paint, painter } from "./style.js";
import { tableText } from "./width.js";

/** Where a command's words go: data to standard output, everything else to standard error. */
export class Output {
  readonly paint: Paint = painter(process.stdout);

  constructor(readonly json: boolean) {}

  /** The result of a command: the value itself for a script, or its words for a person. */
  result(value: unknown, words: () => string): void {
    if (this.json) process.stdout.write(`${harmlessJson(value)}\n`);
    else this.line(words());
  }

  /** One of many lines of a result: as JSON on one line, or its words. */
  line(words: string, value?: unknown): void {
    process.stdout.write(
      `${this.json && value !== undefined ? harmlessJson(value, 0) : forTerminal(words)}\n`,
    );
  }

  /** A message that is useful but not the result. */
  note(text: string): void {
    process.stderr.write(`${forTerminal(text)}\n`);
  }

  /** Many of one sort: as they are for a script, or as a table with these columns. `none` is said where there are none. */
  list<T>(rows: readonly T[], none: string, columns: { readonly [title: string]: (row: T) => string }): void {
    const cells = (row: T) => Object.values(columns).map((text) => text(row));
    this.result(rows, () => this.table(rows.map(cells), Object.keys(columns), none));
  }

  /** A row is text as it is to be shown. `none` is said where there are no rows. */
  table(rows: readonly (readonly string[])[], head?: readonly string[], none?: string): string {
    if (rows.length === 0 && none !== undefined) return none;
    return tableText(head ? [head.map((title) => this.paint("bold", title)), ...rows] : rows);
  }
}

/** Text of a server, as a cell. */
export const cell = (text: string | null | undefined): string => harmless(text ?? "");
