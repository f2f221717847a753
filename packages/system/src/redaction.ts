import { afterBeginning, cutLine, endAtSecret, hideSecrets } from "@pilothouse/protocol";
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
    return this.#byForm(this.#withoutKnown(text));
  }

  /** A line of a log, whose words are not ours: what follows a word like "password" may be one. */
  line(line: string): string {
    return afterBeginning(line, (rest) =>
      endAtSecret(this.#byForm(cutLine(this.#withoutKnown(rest))), "<secret>"),
    );
  }

  #withoutKnown(text: string): string {
    let next = text;
    for (const [pattern, mark] of this.#known) next = next.replace(pattern, mark);
    return next;
  }

  /** As in `hideSecrets`, the time may only grow with the length of the text. */
  #byForm(text: string): string {
    const mark = (kind: Kind) => (found: string) => this.#mark(kind, found);
    return hideSecrets(text, (found, kind) =>
      kind === "secret" ? "<secret>" : this.#mark("identity", found),
    )
      .replace(MAIL, mark("mail"))
      .replace(HOST_IN_URL, (all: string, before: string, host: string) =>
        isLoopback(host) ? all : before + this.#mark("host", host),
      )
      .replace(HOME, (_all, root: string, user: string) => root + this.#mark("user", user))
      .replace(HOST, (found) => this.#withoutHiddenNames(found))
      .replace(IPV4, (found) =>
        isLoopback(found) || isEveryAddress(found) ? found : this.#mark("address", found),
      )
      .replace(COLONS, (found) => (isColonAddress(found) ? this.#mark("address", found) : found));
  }

  #withoutHiddenNames(host: string): string {
    const end = Math.max(...[...host.matchAll(I2P)].map(({ index }) => index + I2P_LENGTH), 0);
    return end === 0 ? host : this.#mark("identity", host.slice(0, end)) + host.slice(end);
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

const MAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g;
const HOST_IN_URL = /(\/\/(?:<secret>@)?)([A-Za-z0-9_][A-Za-z0-9_.-]*)/g;
const HOME = /(\/(?:home|Users)\/)([^/\s"':,]+)/g;
/** Perhaps a host: hidden names are found in it. */
const HOST = /[A-Za-z0-9-][A-Za-z0-9.-]*/g;
const I2P = /(?<=[A-Za-z0-9-])\.i2p(?![A-Za-z0-9])/gi;
const I2P_LENGTH = ".i2p".length;
const IPV4 = /\d{1,3}(?:\.\d{1,3}){3}/g;
/** IPv6 and hardware addresses, fingerprints; and times of day, which stay. */
const COLONS = /(?<![0-9a-f])[0-9a-f]*(?:(?::|%3a)[0-9a-f]*){2,}(?:%\w+)?/gi;
function isColonAddress(found: string): boolean {
  const text = found.replaceAll(/%3a/gi, ":");
  const isLong = text.includes("::") || text.split(":").length > 5;
  return isLong && !isLoopback(text) && !isEveryAddress(text);
}

const known = (texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((one) => !EVERYWHERE.has(one.toLowerCase()));

/** A secret may stand in a log as JSON or in a URL. */
const spellings = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]),
];

/** A text with `mark` in place of these secrets, the longest first: one may be part of another. */
export const withoutKnown = (text: string, secrets: readonly string[], mark: string): string =>
  known(secrets)
    .flatMap(spellings)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replace(literally(secret), () => mark), text);

/** What is as short as a syllable is taken out only where it is a word by itself. */
const SYLLABLE = 3;

function literally(text: string): RegExp {
  const exact = text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(text.length > SYLLABLE ? exact : `(?<![A-Za-z0-9])${exact}(?![A-Za-z0-9])`, "gi");
}
