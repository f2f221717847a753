/** Deeper than anything in this interface, and no burden to any parser. */
export const DEEPEST = 64;

/** More objects and arrays than anything has that the service reads; of a request, see `MOST_IN_REQUEST`. */
const MOST_CONTAINERS = 100_000;

const QUOTE = '"';

/**
 * Whether JSON text is nested deeper, or has more objects and arrays, than it may. Asked before it is parsed: the
 * parser's time and memory grow with both, a hundred times as fast as with plain text, while this is one pass over it.
 */
export function shapeFault(
  text: string,
  deepest = DEEPEST,
  most = MOST_CONTAINERS,
): "tooDeep" | "tooMany" | undefined {
  return hasMoreBrackets(text, Math.min(deepest, most)) ? scan(text, deepest, most) : undefined;
}

/** Text with few brackets is neither. Searching for them is much faster than reading each character. */
function hasMoreBrackets(text: string, most: number): boolean {
  let found = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++found > most) return true;
  return false;
}

function scan(text: string, deepest: number, most: number): "tooDeep" | "tooMany" | undefined {
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at++)
    switch (text.charCodeAt(at)) {
      case 0x22 /* " */:
        at = endOfString(text, at);
        break;
      case 0x5b /* [ */:
      case 0x7b /* { */:
        depth++;
        containers++;
        if (depth > deepest) return "tooDeep";
        if (containers > most) return "tooMany";
        break;
      case 0x5d /* ] */:
      case 0x7d /* } */:
        depth--;
    }
  return undefined;
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
