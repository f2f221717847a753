/** Words that attackers try first, and the characters that replace letters in them. */
const COMMON =
  /pass(word|wort)?|qwert[yz]|azerty|letmein|welcome|admin|itoopie|i2p|pilothouse|router|abc|iloveyou|monkey|dragon/g;
const LOOKALIKES: { readonly [sign: string]: string } = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  $: "s",
  "@": "a",
};

/** From 0 (guessed at once) to 4 (not in a lifetime). A hint, not a rule. */
export function strength(password: string): 0 | 1 | 2 | 3 | 4 {
  const bits = guessBits(password);
  if (bits < 28) return 0;
  if (bits < 40) return 1;
  if (bits < 56) return 2;
  return bits < 72 ? 3 : 4;
}

/** Rough entropy in bits. */
function guessBits(password: string): number {
  const plain = [...password.toLowerCase()].map((sign) => LOOKALIKES[sign] ?? sign).join("");
  // A known word counts as one character, and so does a run like "aaa" or "3456".
  const known = plain.replace(COMMON, "w").length - plain.length;
  const signs = [...password];
  const runs = signs.filter((sign, index) => index > 0 && isNext(signs[index - 1] ?? "", sign)).length;
  const worth = Math.max(0, signs.length + known - runs);
  // Repeating a few characters adds little.
  return Math.min(worth, 3 * new Set(signs).size) * Math.log2(alphabet(password));
}

function isNext(before: string, sign: string): boolean {
  const step = (sign.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  return Math.abs(step) <= 1;
}

/** People use only a few characters of each class, so each class counts for less than its size. */
function alphabet(password: string): number {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length;
  return 10 + 8 * kinds;
}
