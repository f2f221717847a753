/** The few requests of roff that a manual page needs. */

/** Text as it is: nothing in it is taken for a request or an escape. */
export const plain = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replaceAll("→", "->")
    .replaceAll(/^(['.])/gm, "\\&$1");

/** The same with text between backticks in bold. */
export const prose = (text: string): string =>
  plain(text).replaceAll(/`([^`]+)`/g, (_all, word: string) => `\\fB${word}\\fR`);

export const bold = (text: string): string => `\\fB${plain(text)}\\fR`;

export const section = (title: string): string => `.SH ${plain(title.toUpperCase())}`;
export const subsection = (title: string): string => `.SS ${plain(title)}`;
export const paragraph = (text: string): string => `.PP\n${prose(text)}`;
/** A thing and, indented below it, what it means. */
export const item = (thing: string, meaning: string): string => `.TP\n${thing}\n${prose(meaning)}`;
export const example = (lines: readonly string[]): string =>
  [".PP", ".nf", ".RS 4", ...lines.map(plain), ".RE", ".fi"].join("\n");

export const heading = (name: string, part: number, date: string, version: string, book: string): string =>
  `.TH ${name.toUpperCase()} ${part} "${date}" "Pilothouse ${version}" "${book}"`;
