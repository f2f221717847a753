/** Deeper than anything in this interface, and no burden to any parser. */
export const DEEPEST = 64;

const QUOTE = '"';

/**
 * Whether JSON text is nested deeper than `most` levels. Asked before it is parsed: the parser's time and memory
 * grow with the depth, while this is one pass over the text.
 */
export function isTooDeep(text: string, most = DEEPEST): boolean {
  return hasMoreBrackets(text, most) && isDeeper(text, most);
}

/** Text with few brackets cannot be deep. Searching for them is much faster than reading each character. */
function hasMoreBrackets(text: string, most: number): boolean {
  let found = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++found > most) return true;
  return false;
}

function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++)
    switch (text.charCodeAt(at)) {
      case 0x22 /* " */:
        at = endOfString(text, at);
        break;
      case 0x5b /* [ */:
      case 0x7b /* { */:
        depth++;
        if (depth > most) return true;
        break;
      case 0x5d /* ] */:
      case 0x7d /* } */:
        depth--;
    }
  return false;
}

/** Where the string that begins at `from` ends; behind the text when it does not. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf(QUOTE, from + 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === 0x5c /* \ */) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
