/** The first of them for a sentence, and how many more of `count` there are. */
export function listed(texts: readonly string[], most: number, count = texts.length): string {
  const more = count - Math.min(texts.length, most);
  return `${texts.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
