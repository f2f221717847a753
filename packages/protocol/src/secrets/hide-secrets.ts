import { nameSays } from "./secret-names.js";

/** What stands in place of a secret. */
export const HIDDEN = "(hidden)";

/** What to put in place of something that was found: a secret, or a long text that may be a key or an identity. */
export type Mark = (found: string, kind: "secret" | "opaque") => string;

/**
 * A text without what looks secret in it. The time it takes grows with the length of the text and no faster, whatever
 * the text: every expression either begins only where a word begins, or cannot fail once it has begun.
 */
export function hideSecrets(text: string, mark: Mark = () => HIDDEN): string {
  if (text.length < SHORTEST_KEY && PLAIN.test(text) && !text.includes("eyJ")) return text;
  const secret = (found: string) => mark(found, "secret");
  const shapeless = text
    .replace(PRIVATE_KEY, secret)
    .replace(PASSWORD_HASH, secret)
    .replace(SIGNED_TOKEN, secret)
    .replace(LONG, (run: string, at: number, all: string) =>
      PUBLIC_ADDRESS.test(all.slice(at + run.length, at + run.length + 9)) ? run : withoutOpaque(run, mark),
    )
    .replace(HEADER, (_all, name: string, value: string) => name + secret(value))
    .replace(SCHEME, (all: string, scheme: string, value: string) =>
      isWord(value) ? all : scheme + secret(value),
    );
  return hideLogins(withoutNamed(shapeless, secret), mark);
}

/** Only the logins in addresses. */
export const hideLogins = (text: string, mark: Mark = () => HIDDEN): string =>
  text
    .replace(PASSWORD_IN_ADDRESS, (login) => mark(login, "secret"))
    .replace(RUN, (run) => (run.includes("@") ? addressesIn(run).map(withoutLogin(mark)).join(",") : run));

/** Commas and apostrophes may be in a password, so it ends only with the last "@" before a path. */
const PASSWORD_IN_ADDRESS = /(?<=\/\/)[^\s"<>/?#:]*:[^\s"<>/?#]+(?=@)/g;

/** Without a scheme nothing tells where in a list the next one begins. */
const addressesIn = (run: string): string[] => (run.includes("//") ? run.split(",") : [run]);

/** Most settings are too short for a key, and have nothing in them that all other secrets have. */
const SHORTEST_KEY = 16;
const PLAIN = /^[\w.,/-]*$/;
const PRIVATE_KEY = /-----BEGIN [\s\S]*?(?:-----END [^-]*-----|$)/g;
/** argon2, bcrypt, crypt and their kin; those of LDAP. */
const PASSWORD_HASH =
  /\$(?:argon2\w*|2[abxy]?|[156y]|apr1|scrypt|pbkdf2[\w-]*)\$[^\s"'<>]+|\{(?:S?SHA\d*|S?MD5|CRYPT)\}[^\s"'<>]+/gi;
/** A JSON Web Token. */
const SIGNED_TOKEN = /(?<![\w-])eyJ[\w-]+(?:\.[\w-]+){1,4}/g;
/** These have values of several words. */
const HEADER = /((?:authorization|cookie)["']?\s*[:=]\s*)(.+)/gi;
const SCHEME = /\b((?:bearer|basic)\s+)([\w.~+/=-]{6,})/gi;
const NAME = /(?<![\w.-])([\w.-]+)([\\"']*)\s*[:=]\s*/g;
const VALUE = /\\+"[^"]*(?:"|$)|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'[^']*(?:'|$)|[^\s,;&}"']+/y;
/** Says nothing, or was hidden already. */
const HARMLESS = /^(?:[\\"']*|[\\"']*(?:true|false|null|\(hidden\)|<[a-z]+(?:-\d+)?>)[\\"']*)$/i;

/** What follows a name that sounds secret, and "=" or ":". */
function withoutNamed(text: string, secret: (found: string) => string): string {
  let left = "";
  let done = 0;
  for (const { 0: all, 1: name = "", 2: quote, index } of text.matchAll(NAME)) {
    if (index < done || !isSecretName(name)) continue;
    VALUE.lastIndex = index + all.length;
    const value = VALUE.exec(text)?.[0];
    // After a quoted name, a word without quotes is the rest of a sentence.
    if (value === undefined || HARMLESS.test(value) || (quote && /^[a-z]/i.test(value))) continue;
    left += text.slice(done, index + all.length) + secret(value);
    done = index + all.length + value.length;
  }
  return left + text.slice(done);
}

const RUN = /[^\s"'<>]+/g;

/** Base64 of both alphabets, base32 and hexadecimal, with the slashes that paths have too. */
const LONG = /[A-Za-z0-9+/~_-]{16,}={0,2}/g;
/** How many characters make a key: 24 bytes, or 12 where padding shows that it is base64. */
const KEY_LENGTH = 32;
/** No key begins so. What comes then may be any mixture, such as the name of a temporary directory. */
const PATH = /^\/(?:tmp|var|etc|home|usr|opt|root|run|srv|mnt|media|data)\//;
/** After a hash of 52 characters, which everybody may know. */
const PUBLIC_ADDRESS = /^\.b32\.i2p(?![A-Za-z0-9])/i;

/** Keys, tokens, hashes and private destinations. What is only a path or a long name stays. */
function withoutOpaque(run: string, mark: Mark): string {
  const isLong = run.includes("/") && run.length >= KEY_LENGTH && !PATH.test(run);
  const isBase64 = run.endsWith("=") || (isLong && isMixed(run));
  if (isBase64) return mark(run, "opaque");
  const isKey = (part: string) => part.length >= KEY_LENGTH && !isWords(part);
  return run
    .split("/")
    .map((part) => (isKey(part) ? mark(part, "opaque") : part))
    .join("/");
}

/** CONSTANTS_LIKE_THIS, words-joined-so and NamesLikeThis. No encoding looks like that for long. */
const isWords = (text: string): boolean =>
  /^[A-Z_]+$/.test(text) ||
  /^[a-z]+(?:[_-](?:[a-z]+|\d{1,4}))+$/.test(text) ||
  /^[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})+$/.test(text);

/** In base64 more than half of the characters are capitals and digits; in paths few are. */
function isMixed(run: string): boolean {
  const others = run.replace(/[A-Z0-9]/g, "").length;
  return others > 0 && others < run.length * 0.7;
}

const isWord = (text: string): boolean => /^[A-Za-z]?[a-z]+[.]?$/.test(text);

/** In a text, "KeyManager: started" is no key: only the end of a name counts. */
const isSecretName = (name: string): boolean =>
  nameSays(name) === "secret" ||
  (nameSays(name) === "sounds" &&
    /(?:pass|word|wd|phrase|token|secret|credential|key|cookie|nonce)s?$/i.test(name));

/** `scheme://user:password@host`, and the same without a scheme if there is a password. */
const withoutLogin =
  (mark: Mark) =>
  (part: string): string => {
    const slashes = part.indexOf("//");
    const start = slashes < 0 ? 0 : slashes + 2;
    const end = part.lastIndexOf("@");
    if (end <= start) return part;
    const login = part.slice(start, end);
    // What follows a colon is a port rather than a password if a path comes next.
    const hasPassword = /^[^/?#:]+:(?!\d{1,5}[/?#])./.test(login);
    const isLogin = hasPassword || (slashes >= 0 && !/[/?#]/.test(login));
    return isLogin ? part.slice(0, start) + mark(login, "secret") + part.slice(end) : part;
  };
