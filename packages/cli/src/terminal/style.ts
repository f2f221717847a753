import { styleText } from "node:util";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
export type Paint = (style: Style, text: string) => string;

/** Colour for a stream that shows it: a terminal, unless NO_COLOR or TERM=dumb speak against it. */
export const painter = (stream: NodeJS.WriteStream): Paint =>
  stream.isTTY && stream.hasColors() ? (style, text) => styleText(style, text) : (_style, text) => text;

/** Text from a server must not control the terminal it is shown on. */
export const harmless = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "\ufffd");

/** JSON escapes most control characters; these it does not. */
export const harmlessJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
