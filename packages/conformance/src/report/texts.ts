/** Text from a server, without terminal control characters and marks that turn the direction of writing. */
export const harmless = (text: string): string =>
  text.replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Text inside HTML, XML and SVG. */
export const escaped = (text: string): string =>
  harmless(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

/** Text inside a table of Markdown. */
export const inCell = (text: string): string =>
  harmless(text)
    .replaceAll(/[|\\`*_<>[\]]/g, "\\$&")
    .replaceAll("\n", " ");
