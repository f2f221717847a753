/**
 * Texts on which an expression may take long: pieces that its own parts match, repeated, with an end that does not
 * match. They are made from the expression itself, so that a new one needs no entry anywhere.
 */

const ESCAPED = { d: "1", w: "a", s: " ", S: "a", D: "a", W: "-", n: "\n", r: "\r", t: "\t", b: "", B: "" };
const MOST_SAMPLES = 7;

/** A character for each part of the pattern, and the words in it. */
function partsOf(pattern) {
  const samples = new Set();
  const words = new Set();
  let word = "";
  const endWord = () => {
    if (word.length > 1) words.add(word);
    word = "";
  };
  for (let at = 0; at < pattern.length; at++) {
    const here = pattern[at];
    if (here === "[") {
      const end = endOfClass(pattern, at);
      for (const one of ofClass(pattern.slice(at + 1, end))) samples.add(one);
      at = end;
      endWord();
    } else if (here === "\\") {
      const { text, length } = escapeAt(pattern, at);
      if (text !== "") samples.add(text);
      if (/[\w]/.test(pattern[at + 1])) endWord();
      else word += text;
      at += length - 1;
    } else if (/[()|^$*+?{}.]/.test(here)) {
      if (here === ".") samples.add("a");
      // What is in braces is a count, and what follows "(?" says of which kind the group is.
      if (here === "{" && /^\{\d*,?\d*\}/.test(pattern.slice(at))) at = pattern.indexOf("}", at);
      if (here === "(" && pattern[at + 1] === "?")
        at += /^\(\?(?:<?[=!]|:|<\w+>)/.exec(pattern.slice(at))[0].length - 1;
      endWord();
    } else {
      samples.add(here);
      word += here;
    }
  }
  endWord();
  return { samples: [...samples].slice(0, MOST_SAMPLES), words: [...words] };
}

function endOfClass(pattern, from) {
  for (let at = from + 1; ; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "]") return at;
  }
}

function escapeAt(pattern, at) {
  const [whole, unicode, hex] = /^\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|p\{[^}]*\}|.)/is.exec(pattern.slice(at));
  const code = unicode ?? hex;
  if (code !== undefined)
    return { text: String.fromCharCode(Number.parseInt(code, 16)), length: whole.length };
  return { text: ESCAPED[whole[1]] ?? (whole[1] === "p" ? "a" : whole[1]), length: whole.length };
}

/** Characters that the class has: its own, or for a negated one those that are left of a few usual ones. */
function ofClass(body) {
  const matcher = new RegExp(`[${body}]`, body.includes("\\p") ? "u" : "");
  const own = body.startsWith("^") ? "" : body.replace(/\\./g, "");
  return [...new Set([..."a1 -.:/=%@_A", ...own])].filter((one) => matcher.test(one)).slice(0, 4);
}

/** What to repeat, before what it stands and what comes behind it. */
export function* pumpsOf(pattern) {
  const { samples, words } = partsOf(pattern);
  const pairs = samples.flatMap((a) => samples.map((b) => a + b));
  for (const pump of new Set([...samples, ...words.slice(0, 4), ...pairs, samples.join(""), words.join("")]))
    for (const before of pump === ""
      ? []
      : new Set(["", words[0] ?? "", ...samples, ...(pump.length === 1 ? pairs : [])]))
      for (const behind of ["", "\u0001"]) yield { before, pump, behind };
}

export const pumped = ({ before, pump, behind }, length) =>
  before + pump.repeat(Math.ceil(length / pump.length)) + behind;
