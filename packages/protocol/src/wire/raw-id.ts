import { parseJson } from "./json.js";

/**
 * `JSON.parse` turns `1.0` into 1 and rounds long digits, but an id is echoed as it was sent.
 * So its text is cut out of the request. Only ever given text that `JSON.parse` has accepted, with an
 * id at its top that is a number.
 */
export function rawId(text: string): string | undefined {
  return onlyNumericId(text) ?? new Scanner(text).idOfObject();
}

const NUMERIC_ID = /"id"\s*:\s*(-?\d[\d.eE+-]*)/y;

/** The fast path for most requests: "id" is in them once and nothing in them is escaped. */
function onlyNumericId(text: string): string | undefined {
  const at = text.indexOf('"id"');
  if (text.includes('"id"', at + 1) || text.includes("\\")) return undefined;
  NUMERIC_ID.lastIndex = at;
  return NUMERIC_ID.exec(text)?.[1];
}

/** The ids of a batch: one entry for each element, undefined for those without. */
export function rawIds(text: string): (string | undefined)[] {
  return new Scanner(text).idsOfArray();
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

class Scanner {
  #at = 0;

  constructor(readonly text: string) {
    this.#skipSpace();
  }

  idsOfArray(): (string | undefined)[] {
    const ids: (string | undefined)[] = [];
    this.#at++;
    this.#skipSpace();
    while (this.#code() !== CLOSE_ARRAY) {
      if (this.#code() === OPEN_OBJECT) ids.push(this.idOfObject());
      else {
        this.#skipValue();
        ids.push(undefined);
      }
      this.#skipSpace();
      if (this.#code() === COMMA) this.#at++;
      this.#skipSpace();
    }
    return ids;
  }

  /** The text of the member named "id"; of several the last, as `JSON.parse` has it. */
  idOfObject(): string | undefined {
    let id: string | undefined;
    this.#at++;
    this.#skipSpace();
    while (this.#code() !== CLOSE_OBJECT) {
      const name = this.#cut(() => this.#skipString());
      this.#skipSpace();
      this.#at++;
      this.#skipSpace();
      const value = this.#cut(() => this.#skipValue());
      if (name === '"id"' || (name.includes("\\") && parseJson(name) === "id")) id = value;
      this.#skipSpace();
      if (this.#code() === COMMA) this.#at++;
      this.#skipSpace();
    }
    this.#at++;
    return id;
  }

  #code(): number {
    return this.text.charCodeAt(this.#at);
  }

  #cut(skip: () => void): string {
    const from = this.#at;
    skip();
    return this.text.slice(from, this.#at);
  }

  #skipSpace(): void {
    while (this.#code() <= 32) this.#at++;
  }

  #skipString(): void {
    let end = this.text.indexOf('"', this.#at + 1);
    while (this.#isEscaped(end)) end = this.text.indexOf('"', end + 1);
    this.#at = end + 1;
  }

  /** An odd number of backslashes before it makes a quote part of the string. */
  #isEscaped(quote: number): boolean {
    let first = quote;
    while (this.text.charCodeAt(first - 1) === BACKSLASH) first--;
    return (quote - first) % 2 === 1;
  }

  /** Without recursion: a megabyte of brackets must not overflow the stack. */
  #skipValue(): void {
    let depth = 0;
    do {
      const code = this.#code();
      if (code === QUOTE) {
        this.#skipString();
        continue;
      }
      if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth++;
      else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
      else if (depth === 0) {
        while (!this.#atEndOfScalar()) this.#at++;
        return;
      }
      this.#at++;
    } while (depth > 0);
  }

  #atEndOfScalar(): boolean {
    const code = this.#code();
    return (
      code <= 32 ||
      code === COMMA ||
      code === CLOSE_ARRAY ||
      code === CLOSE_OBJECT ||
      this.#at >= this.text.length
    );
  }
}
