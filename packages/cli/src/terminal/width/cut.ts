import widthOf from "fast-string-width";

const characters = new Intl.Segmenter();

/** As much of a text as there is room for; some characters take two columns. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let fitting = "";
  for (const { segment } of characters.segment(text)) {
    if (widthOf(fitting + segment) >= columns) break;
    fitting += segment;
  }
  return `${fitting}…`;
}
