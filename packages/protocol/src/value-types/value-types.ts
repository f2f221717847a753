import { reason } from "../words/reason.js";
import { type ValueReason, valueAs, valueText } from "../words/value-reason.js";

/**
 * A value type says what values of one sort look like on the wire: how they are read (checked),
 * how they are written, and how documents describe them.
 */
export interface ValueType<out T> {
  /** The spec's word for the type. */
  readonly type: string;
  /** What a good value is; reads well after "wants". */
  readonly wants: string;
  readonly schema: Schema;
  /** Values of this type must never be shown, logged or repeated in an error. */
  readonly secret?: true;
  /** The value, checked. Throws `Unfit` for a bad one. */
  readonly read: (value: unknown) => T;
  /** Whether `read` takes a value, where that is known without an error that nobody sees. */
  readonly fits?: (value: unknown) => boolean;
  /** JSON text. Only ever given a value of the type; method syntax keeps ValueType<T> assignable to ValueType<unknown>. */
  write(value: unknown): string;
}

/** Whether this is a value type, and not a table of them. */
export const isValueType = (value: object): value is ValueType<unknown> =>
  typeof (value as Partial<ValueType<unknown>>).write === "function";

/** What a number of the interface counts. Code that shows one to people or to Prometheus scales it by its unit. */
export type Unit = "ms" | "B" | "B/s" | "KiB/s" | "%";

export type Schema = { readonly [key: string]: unknown };
export type ValueOf<K> = K extends ValueType<infer T> ? T : never;

/** Thrown by a value type that refuses a value; the caller, which knows the key, adds it. */
export class Unfit extends Error {
  constructor(readonly why: string | ValueReason) {
    super(valueText(why));
  }
}

const SHOWN = 60;

/** A value as an error may repeat it: short, and never more than one level deep. */
export function shown(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string")
    return JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);
  return Array.isArray(value) ? "an array" : "an object";
}

/** What a value type wants, and the value that it got instead, if that may be repeated. */
export function unfit(wants: string | ValueReason, got: { readonly value?: unknown }): Unfit {
  const given = "value" in got ? { got: shown(got.value) } : {};
  const why = reason("value.wants", { ...valueAs("wants", wants), ...given });
  // Half a sentence in the reader's language and half in English would help nobody.
  return new Unfit(typeof wants === "string" ? valueText(why) : why);
}

/** Reads a part of a value; what is wrong with it is said with its name. */
export function within<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw named(name, error);
  }
}

function named(name: string, error: unknown): unknown {
  if (!(error instanceof Unfit)) return error;
  const why = reason("value.inSetting", { name, ...valueAs("why", error.why) });
  // As for a value itself: wholly in the reader's language, or in English.
  return new Unfit(typeof error.why === "string" ? valueText(why) : why);
}

interface Making<T> {
  readonly type: string;
  /** One of `REASONS` where people can give such a value on a page. */
  readonly wants: string | ValueReason;
  readonly schema: Schema;
  readonly secret?: true;
  readonly fits: (value: unknown) => value is T;
  readonly write?: (value: T) => string;
}

/**
 * A value type that takes values unchanged, when they fit. The annotation, here and at everything else that makes parts of
 * tables, lets bundlers leave out what is made and not used: a page gets the results of a feature without its words.
 */
/* @__NO_SIDE_EFFECTS__ */
export function valueType<T>({ fits, write = JSON.stringify, wants, ...facts }: Making<T>): ValueType<T> {
  return {
    ...facts,
    wants: valueText(wants),
    fits,
    read(value) {
      if (fits(value)) return value;
      throw unfit(wants, facts.secret ? {} : { value });
    },
    write: (value) => write(value as T),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
export const isLong = (value: unknown): value is number => Number.isSafeInteger(value);

export const text = valueType({
  type: "string",
  wants: "a string",
  schema: { type: "string" },
  fits: isText,
});

/** Characters that end a line, act on a terminal or turn the direction of what follows. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Another program's text as one line of at most this many characters. */
export const asLine = (value: string, most: number): string =>
  value
    .slice(0, 4 * most)
    .replace(UNPRINTABLE, "")
    .slice(0, most);

/** Text of another program that is shown to people: what is too long is cut, what cannot be printed left out. */
/* @__NO_SIDE_EFFECTS__ */
export const line = (most: number): ValueType<string> => ({
  type: "string",
  wants: "a string",
  schema: { type: "string", maxLength: most },
  read: (value) => asLine(text.read(value), most),
  write: JSON.stringify,
});

export const secret = valueType({
  type: "string",
  wants: "a string",
  schema: { type: "string", format: "password" },
  secret: true,
  fits: isText,
});

export const flag = valueType({
  type: "boolean",
  wants: "true or false",
  schema: { type: "boolean" },
  fits: (value): value is boolean => typeof value === "boolean",
});

export const nothing = valueType({
  type: "null",
  wants: "null",
  schema: { type: "null" },
  fits: (value): value is null => value === null,
});

/** Any value at all: the key alone says what is wanted. */
export const anything = valueType({
  type: "any",
  wants: "any value",
  schema: {},
  fits: (_value): _value is unknown => true,
});

/** A whole number, printed without a fraction: Java clients cast it to Long. */
export const long = valueType({
  type: "long",
  wants: "a whole number",
  schema: { type: "integer" },
  fits: isLong,
  write: writeNumber,
});

export const count = valueType({
  type: "long",
  wants: "a whole number, 0 or more",
  schema: { type: "integer", minimum: 0 },
  fits: (value): value is number => isLong(value) && value >= 0,
  write: writeNumber,
});

/** A whole number within bounds. */
/* @__NO_SIDE_EFFECTS__ */
export const integer = (least: number, most: number): ValueType<number> =>
  valueType({
    type: "long",
    wants: reason("wants.whole", { least, most }),
    schema: { type: "integer", minimum: least, maximum: most },
    fits: (value): value is number => isLong(value) && value >= least && value <= most,
    write: writeNumber,
  });

/** A number printed with a fraction always ("0.0"): Java clients cast it to Double. */
export const double = valueType({
  type: "double",
  wants: "a number",
  schema: { type: "number" },
  fits: (value): value is number => typeof value === "number" && Number.isFinite(value),
  write: writeDouble,
});

/** Up to here every whole number can be told from the next. */
const LARGEST_AMOUNT = 2 ** 53;

/** How much of something another program has counted or measured. */
export const amount = valueType({
  type: "double",
  wants: "a number from 0 to 2^53",
  schema: { type: "number", minimum: 0, maximum: LARGEST_AMOUNT },
  fits: (value): value is number => typeof value === "number" && value >= 0 && value <= LARGEST_AMOUNT,
  write: writeDouble,
});

/** An answer with "Infinity" or "NaN" in it is not JSON: nothing of it could be read. */
function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written as JSON`);
  return String(value);
}

export function writeDouble(value: number): string {
  const digits = writeNumber(value);
  return Number.isInteger(value) && !digits.includes("e") ? `${digits}.0` : digits;
}

/** One of a table of numeric codes. */
/* @__NO_SIDE_EFFECTS__ */
export function code<C extends number>(
  table: { readonly [code in C]: { readonly name: string } },
): ValueType<C> {
  const codes = Object.keys(table).map(Number);
  return valueType({
    type: "long",
    wants: `a code from ${Math.min(...codes)} to ${Math.max(...codes)}`,
    schema: { type: "integer", enum: codes },
    fits: (value): value is C => codes.includes(value as number),
    write: writeNumber,
  });
}

/** Whether a value can be read as one of the type. */
export function accepts({ fits, read }: Pick<ValueType<unknown>, "fits" | "read">, value: unknown): boolean {
  if (fits !== undefined) return fits(value);
  try {
    read(value);
    return true;
  } catch {
    return false;
  }
}

/** Either of two value types; the first that fits reads and writes. */
/* @__NO_SIDE_EFFECTS__ */
export const either = <A, B>(a: ValueType<A>, b: ValueType<B>): ValueType<A | B> => ({
  type: `${a.type} or ${b.type}`,
  wants: `${a.wants} or ${b.wants}`,
  schema: { anyOf: [a.schema, b.schema] },
  read: (value) => (accepts(a, value) ? a.read(value) : b.read(value)),
  write: (value) => (accepts(a, value) ? a : b).write(value),
});

/** A value of the type, or null where there is none; a field that an older server does not send is null too. */
/* @__NO_SIDE_EFFECTS__ */
export const orNull = <T>(of: ValueType<T>): ValueType<T | null> => ({
  type: `${of.type} or null`,
  wants: `${of.wants} or null`,
  schema: { anyOf: [of.schema, { type: "null" }] },
  read: (value) => (value === null || value === undefined ? null : of.read(value)),
  write: (value) => (value === null ? "null" : of.write(value)),
});

/** A fixed set of named fields. */
/* @__NO_SIDE_EFFECTS__ */
export function record<F extends { readonly [name: string]: ValueType<unknown> }>(
  fields: F,
): ValueType<FieldsOf<F>> {
  const entries = Object.entries(fields);
  return {
    type: "object",
    wants: `an object with ${entries.map(([name]) => name).join(", ")}`,
    schema: {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, k]) => [name, k.schema])),
      required: entries.map(([name]) => name),
    },
    read(value) {
      if (!isObject(value)) throw new Unfit(`wants an object, got ${shown(value)}`);
      const read: { [name: string]: unknown } = {};
      // As for each report of each node of a fleet: without an object that is made for each field.
      let name = "";
      try {
        for (name in fields) read[name] = fields[name]?.read(value[name]);
      } catch (error) {
        throw named(name, error);
      }
      return read as FieldsOf<F>;
    },
    write(value) {
      const from = value as { readonly [name: string]: unknown };
      return `{${entries.map(([name, k]) => `${JSON.stringify(name)}:${k.write(from[name])}`).join(",")}}`;
    },
  };
}

export type FieldsOf<F> = { readonly [N in keyof F]: ValueOf<F[N]> };

/* @__NO_SIDE_EFFECTS__ */
export function listOf<T>(item: ValueType<T>): ValueType<readonly T[]> {
  return {
    type: `list of ${item.type}`,
    wants: `a list of which each is ${item.wants}`,
    schema: { type: "array", items: item.schema },
    read(value) {
      if (!Array.isArray(value)) throw new Unfit(`wants a list, got ${shown(value)}`);
      return value.map(item.read);
    },
    write: (value) => `[${(value as readonly T[]).map((one) => item.write(one)).join(",")}]`,
  };
}

/** A JSON object as the parser makes it: every member is an own property, `__proto__` too. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
