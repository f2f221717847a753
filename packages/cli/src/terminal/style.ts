import { styleText } from "node:util";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
export type Paint = (style: Style, text: string) => string;

/** Colour for a stream that shows it: a terminal, unless NO_COLOR or TERM=dumb speak against it. */
export const painter = (stream: NodeJS.WriteStream): Paint =>
  stream.isTTY && stream.hasColors() ? (style, text) => styleText(style, text) : (_style, text) => text;

/** Characters that control a terminal, or the direction in which it shows the others. */
const CONTROLS = "\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
const CONTROL = new RegExp(`[${CONTROLS}]`, "g");
/** The colours that `painter` makes, and no more: others could hide a text. */
const OUR_COLOUR = "\\u001b\\[(?:1|2|22|3[1236]|39)m";
const OURS_OR_CONTROL = new RegExp(`(${OUR_COLOUR}|[\\n\\t])|[${CONTROLS}]`, "g");
const NOT_IN_JSON = new RegExp(`(?!\\n)[${CONTROLS}]`, "g");

/** Text from elsewhere, as one line that cannot control the terminal it is shown on. */
export const harmless = (text: string): string => text.replace(CONTROL, "\ufffd");

/**
 * What goes to the terminal passes through here at last: our own lines and colours stay, and what was overlooked
 * before in a name, path or message from elsewhere is made visible.
 */
export const forTerminal = (text: string): string =>
  text.replace(OURS_OR_CONTROL, (_found, ours?: string) => ours ?? "\ufffd");

/** JSON escapes most control characters; the others are escaped here. */
export const harmlessJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(
    NOT_IN_JSON,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
