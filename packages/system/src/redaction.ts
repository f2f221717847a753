import { isEveryAddress, isLoopback } from "./loopback.js";

/** Private values that are known here, in addition to those that can be recognised by their form. */
export interface Private {
  readonly secrets: readonly string[];
  /** Names of machines. */
  readonly hosts: readonly string[];
  readonly users: readonly string[];
  /** Home directories. */
  readonly homes: readonly string[];
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Kind = "secret" | "host" | "user" | "address" | "identity" | "mail";

/** Names that every machine has reveal nothing about this one, and are needed to understand a report. */
const EVERYWHERE: ReadonlySet<string> = new Set(["localhost", "root", "pilothouse", "i2pd", "/", ""]);

/**
 * Takes out of texts what others must not see. When in doubt it takes out too much. The same thing
 * becomes the same mark everywhere, so that a report still shows what belongs together.
 */
export class Redactor {
  readonly #marks = new Map<string, string>();
  readonly #counts = new Map<Kind, number>();
  readonly #known: readonly (readonly [RegExp, (found: string) => string])[];

  constructor({ secrets, hosts, users, homes }: Private) {
    const literals = [
      ...known(secrets).flatMap((one) =>
        spellings(one).map((text) => [text, () => this.#mark("secret", one)] as const),
      ),
      ...known(homes).map((one) => [one, () => "~"] as const),
      ...known(hosts)
        .filter((one) => !isLoopback(one) && !isEveryAddress(one))
        .map((one) => [one, () => this.#mark("host", one.toLowerCase())] as const),
      ...known(users).map((one) => [one, () => this.#mark("user", one)] as const),
    ];
    this.#known = literals
      // If one contains the other, the longer comes first.
      .sort(([a], [b]) => b.length - a.length)
      .map(([text, mark]) => [literally(text), mark] as const);
  }

  /** How many things were taken out and are remembered. */
  get marks(): number {
    return this.#marks.size;
  }

  /** Every text in a value; keys are ours. */
  value(value: unknown): Json {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((one) => this.value(one));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.value(one)]));
    return value === undefined ? null : (value as Json);
  }

  text(text: string): string {
    let next = text;
    for (const [pattern, mark] of this.#known) next = next.replace(pattern, mark);
    return this.#byForm(next);
  }

  /** A line of a log, whose words are not ours: what follows a word like "password" may be one. */
  line(line: string): string {
    return this.text(line).replace(
      /((?<!<(?=secret(?:-\d+)?>))(?:pass(?:word|wd|phrase)|token|secret))\b.*$/is,
      "$1 <secret>",
    );
  }

  #byForm(text: string): string {
    const mark = (kind: Kind) => (found: string) => this.#mark(kind, found);
    return (
      text
        .replace(PEM, mark("secret"))
        // Before anything else could cut it and leave a half.
        .replace(OPAQUE, (found) => (isWords(found) ? found : this.#mark("identity", found)))
        .replace(HEADER, (_all, name: string) => `${name}<secret>`)
        .replace(NAMED, (_all, name: string, value: string) => name + (MARK.test(value) ? value : "<secret>"))
        .replace(LOGIN_IN_URL, "//<secret>@")
        .replace(MAIL, mark("mail"))
        .replace(HOST_IN_URL, (all: string, before: string, host: string) =>
          isLoopback(host) ? all : before + this.#mark("host", host),
        )
        .replace(HOME, (_all, root: string, user: string) => root + this.#mark("user", user))
        .replace(I2P_NAME, mark("identity"))
        .replace(IPV4, (found) =>
          isLoopback(found) || isEveryAddress(found) ? found : this.#mark("address", found),
        )
        .replace(COLONS, (found) => (isColonAddress(found) ? this.#mark("address", found) : found))
    );
  }

  #mark(kind: Kind, found: string): string {
    const key = `${kind} ${found}`;
    const before = this.#marks.get(key);
    if (before !== undefined) return before;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const made = `<${kind}-${count}>`;
    this.#marks.set(key, made);
    return made;
  }
}

const PEM = /-----BEGIN [\s\S]*?(?:-----END [^-]*-----|$)/g;
/** These have values of several words. */
const HEADER = /((?:authorization|cookie)["']?\s*[:=]\s*).*/gi;
const NAMED =
  /((?:pass(?:word|wd|phrase)?|token|secret|credential|(?:api|private)[-_ ]?key)s?["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;&}"']+)/gi;
/** What was taken out already. */
const MARK = /^["']?<[a-z]+(?:-\d+)?>["']?$/;
const LOGIN_IN_URL = /\/\/[^/\s@]*@/g;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g;
const HOST_IN_URL = /(\/\/(?:<secret>@)?)([A-Za-z0-9_][A-Za-z0-9_.-]*)/g;
const HOME = /(\/(?:home|Users)\/)([^/\s"':,]+)/g;
const I2P_NAME = /[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.i2p\b/gi;
const IPV4 = /\d{1,3}(?:\.\d{1,3}){3}/g;
/** IPv6 and hardware addresses, fingerprints; and times of day, which stay. */
const COLONS = /[0-9a-f]*(?:(?::|%3a)[0-9a-f]*){2,}(?:%\w+)?/gi;
/** Router identities, keys, tokens and hashes: 24 bytes and more in base64, base32 or hexadecimal. */
const OPAQUE = /[A-Za-z0-9+~_-]{32,}={0,2}|[A-Za-z0-9+/~-]{16,}={1,2}/g;

function isColonAddress(found: string): boolean {
  const text = found.replaceAll(/%3a/gi, ":");
  const isLong = text.includes("::") || text.split(":").length > 5;
  return isLong && !isLoopback(text) && !isEveryAddress(text);
}

/** Long names of ours: CONSTANTS_LIKE_THIS and words-joined-so. No encoding looks like that for long. */
const isWords = (text: string): boolean => /^[A-Z_]+$/.test(text) || /^[a-z]+(?:[_-][a-z]+)+$/.test(text);

const known = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((one) => !EVERYWHERE.has(one.toLowerCase()));

/** A secret may stand in a log as JSON or in a URL. */
const spellings = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]),
];

/** What is as short as a syllable is taken out only where it is a word by itself. */
const SYLLABLE = 3;

function literally(text: string): RegExp {
  const exact = text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(text.length > SYLLABLE ? exact : `(?<![A-Za-z0-9])${exact}(?![A-Za-z0-9])`, "gi");
}
