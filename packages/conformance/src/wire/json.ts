/** A number as it was written, digits, fraction and all; or a word without quotes that stands for a value. */
export class Num {
  constructor(readonly text: string) {}
}

export interface Obj {
  readonly [name: string]: Json;
}
export type Json = null | boolean | string | Num | readonly Json[] | Obj;

export const isObject = (value: Json | undefined): value is Obj =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Num);

/** The value as compact JSON, numbers as they were written. */
export function show(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value instanceof Num) return value.text;
  if (Array.isArray(value)) return `[${value.map(show).join(",")}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}:${show(one)}`)
      .join(",")}}`;
  return JSON.stringify(value);
}

export interface Read {
  readonly value: Json;
  /** What keeps the text from being JSON, although it could be read. */
  readonly flaw?: string;
  /** Names that stand twice in one object. */
  readonly repeated: readonly string[];
}

/** A server may nest as deep as it likes; the kit does not follow. */
const DEEPEST = 200;

/**
 * Reads JSON, and what some servers send in its place: stray commas, and words without quotes. One such
 * flaw must not hide what else a server does right or wrong.
 */
export function readJson(source: string): Read | undefined {
  const reader = new Reader(source);
  let value: Json;
  try {
    value = reader.whole();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
  const flaw = flawOf(source);
  return { value, repeated: reader.repeated, ...(flaw === undefined ? {} : { flaw }) };
}

function flawOf(source: string): string | undefined {
  try {
    JSON.parse(source);
    return undefined;
  } catch (error) {
    // The message ends with a piece of the text, which may be a piece of a token.
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/, (\.\.\.)?"[\s\S]*"(\.\.\.)? is not valid JSON$/, " is not valid JSON");
  }
}

class Unreadable extends Error {}

class Reader {
  readonly repeated: string[] = [];
  #at = 0;

  constructor(readonly source: string) {}

  whole(): Json {
    const value = this.#value(0);
    this.#blanks();
    if (this.#at < this.source.length) throw new Unreadable();
    return value;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #blanks = () => this.#match(/[ \t\r\n]*/y);
  #commas = () => this.#match(/[ \t\r\n,]*/y);

  #value(depth: number): Json {
    if (depth > DEEPEST) throw new Unreadable();
    this.#blanks();
    const next = this.source[this.#at];
    if (next === "{") return this.#object(depth);
    if (next === "[") return this.#array(depth);
    if (next === '"') return this.#string();
    const number = this.#match(/-?\d+(\.\d+)?([eE][+-]?\d+)?(?![\w.-])/y);
    if (number !== undefined) return new Num(number);
    const word = this.#match(/[^\s,:"{}[\]]+/y);
    if (word === undefined) throw new Unreadable();
    return word === "null" ? null : word === "true" ? true : word === "false" ? false : new Num(word);
  }

  #string(): string {
    const quoted = this.#match(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y);
    if (quoted === undefined) throw new Unreadable();
    try {
      return JSON.parse(quoted.replaceAll(/[\u0000-\u001f]/g, " "));
    } catch {
      return quoted.slice(1, -1);
    }
  }

  #array(depth: number): Json {
    const items: Json[] = [];
    this.#at++;
    for (this.#commas(); this.source[this.#at] !== "]"; this.#commas()) items.push(this.#value(depth + 1));
    this.#at++;
    return items;
  }

  #object(depth: number): Json {
    const fields = new Map<string, Json>();
    this.#at++;
    for (this.#commas(); this.source[this.#at] !== "}"; this.#commas()) {
      const name = this.#string();
      this.#blanks();
      if (this.source[this.#at] !== ":") throw new Unreadable();
      this.#at++;
      if (fields.has(name)) this.repeated.push(name);
      fields.set(name, this.#value(depth + 1));
    }
    this.#at++;
    return Object.assign(Object.create(null), Object.fromEntries(fields)) as Obj;
  }
}
