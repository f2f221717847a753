import { isObject, type Json } from "./json.js";
import { isPrivateKey } from "./private-key.js";

/** Shorter values stand in too many words: they are hidden only where they are a whole string. */
const SHORTEST = 4;
/** Longer tokens are hidden by their name alone. */
const LONGEST = 500;

/** Before a letter that JSON escapes, within addresses too. */
const ESCAPE = "(?:\\\\|%(?:25)*5c)";

/** A letter in any of the forms that JSON within JSON, addresses and pages have for it. */
function anyForm(letter: string): string {
  if (isPlain(letter)) return letter;
  const units = [...Array(letter.length).keys()].map((at) =>
    letter.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  const bytes = [...Buffer.from(letter)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`);
  const forms = [
    letter.replace(/[$()*+./?[\\\]^{|}-]/, "\\$&"),
    bytes.join(""),
    units.map((unit) => `${ESCAPE}+u${unit}`).join(""),
    "&(?:amp;)*#?\\w+;",
    ...(letter === " " ? ["\\+"] : []),
    ...(letter === "\n" || letter === "\t" ? [`${ESCAPE}+[nt]`] : []),
  ];
  return `${ESCAPE}*(?:${forms.join("|")})`;
}
const isPlain = (letter: string): boolean => /^[a-z0-9]$/i.test(letter);

/** One secret: the name that is shown in its place, and how it is found, also in other letters. */
interface Known {
  readonly name: string;
  readonly pattern: RegExp;
  /** A piece that is the same in every form, to look for first. */
  readonly core: string;
}

function known(name: string, value: string): Known {
  const forms = [...value].map(anyForm).join("");
  const pattern = value.length < SHORTEST ? `(?<=")${forms}(?=")` : forms;
  const pieces = value.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const core = pieces.reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  return { name, pattern: new RegExp(pattern, "gi"), core };
}

/** Every string in a value, with the name under which it stands. */
export function* stringsOf(
  value: Json | undefined,
  name = "",
): Generator<readonly [name: string, text: string]> {
  if (typeof value === "string") yield [name, value];
  else if (Array.isArray(value)) for (const one of value) yield* stringsOf(one, name);
  else if (isObject(value)) for (const [inner, one] of Object.entries(value)) yield* stringsOf(one, inner);
}

/** Whatever a server calls a token, also a number, and also where the reply was cut off. */
const TOKENS = /("[\w.-]*token"\s*:\s*)(?!"\$)("(?:[^"\\]|\\.)*"?|[^\s,}\]"]+)/gi;

/** The passwords that were tried and the tokens that were given out: no output shows them. */
export class Secrets {
  readonly #known = new Map<string, Known>();
  readonly #privateKeys = new Set<string>();

  add(name: string, value: string): void {
    if (value !== "" && value.length <= LONGEST && !this.#known.has(value))
      this.#known.set(value, known(name, value));
  }

  /** A reply may bring tokens. That to a login is the reply most likely to, under whatever name. */
  learn(method: string | undefined, reply: Json | undefined): void {
    for (const [name, text] of stringsOf(reply)) {
      if (/token$/i.test(name)) this.add("TOKEN", text);
      if (isPrivateKey(text)) this.#privateKeys.add(text);
    }
    if (method !== "Authenticate" || !isObject(reply)) return;
    for (const [, text] of stringsOf(reply["result"])) if (text.length >= SHORTEST) this.add("TOKEN", text);
  }

  /** A text as it may be shown. */
  hide(text: string): string {
    const longestFirst = [...this.#known].sort(([one], [other]) => other.length - one.length);
    const lower = text.toLowerCase();
    const hidden = longestFirst.reduce(
      (rest, [, { name, pattern, core }]) =>
        lower.includes(core) ? rest.replaceAll(pattern, () => `$${name}`) : rest,
      text,
    );
    const withoutKeys = [...this.#privateKeys].reduce(
      (rest, key) =>
        rest.replaceAll(key, "$PRIVATE_KEY").replaceAll(key.replaceAll("/", "\\/"), "$PRIVATE_KEY"),
      hidden,
    );
    return withoutKeys.replaceAll(TOKENS, '$1"$$TOKEN"');
  }
}
