import { HIDDEN, hideSecrets } from "./hide-secrets.js";
import { nameSays } from "./secret-names.js";

/** The longest line of a log that is looked at and shown. */
const LONGEST = 2_000;
const CUT = " … (cut)";
/** What keys are made of. */
const KEY_AT_END = /[A-Za-z0-9+/~_=-]{1,64}$/;

/**
 * A line of at most this length. It is not cut within a word, as part of a key would no longer look like one; a longer
 * word is recognised by what is left of it.
 */
export function cutLine(line: string): string {
  if (line.length <= LONGEST) return line;
  const kept = line.slice(0, LONGEST);
  const word = KEY_AT_END.exec(kept.slice(-65))?.[0] ?? "";
  return kept.slice(0, word.length === 64 ? undefined : LONGEST - word.length) + CUT;
}

/** What another program wrote may go on with a secret after any word that names one. */
export function endAtSecret(line: string, mark: string): string {
  const ended = line.replace(WORD, `$1 ${mark}`);
  for (const { 0: name, index } of ended.matchAll(NAME))
    if (nameSays(name) === "secret") return `${ended.slice(0, index + name.length)} ${mark}`;
  return ended;
}

const WORD = /((?<!<(?=secret(?:-\d+)?>))(?:pass(?:word|wd|phrase)|token|secret))\b.*$/is;
const NAME = /\w[\w.-]*/g;

/** Time, thread and level, with which i2pd begins a line: `17:34:10@872/warn - `. */
const BEGINNING = /^\d\d:\d\d:\d\d@\d{1,20}\/(?:critical|error|warn|info|debug|none) - /;

/** A line of which something is hidden, but not its beginning, which looks like a login. */
export function afterBeginning(line: string, hide: (rest: string) => string): string {
  const beginning = BEGINNING.exec(line)?.[0] ?? "";
  return beginning + hide(line.slice(beginning.length));
}

/** A line of a log without what looks secret in it. */
export const hideInLine = (line: string): string =>
  afterBeginning(line, (rest) => endAtSecret(hideSecrets(cutLine(rest)), HIDDEN));
