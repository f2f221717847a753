import { isObject, type Json, Num, show } from "../wire/json.js";

/** What a value must be. `wrong` says what is wrong with one, or nothing. */
export interface Kind {
  readonly says: string;
  wrong(value: Json | undefined): string | undefined;
  /** The type in the table of section 2.3; some versions of servers answer another. */
  readonly type?: FieldType;
}

export type FieldType = "string" | "long" | "double" | "boolean";

const kind = (says: string, fits: (value: Json) => boolean, type?: FieldType): Kind => ({
  says,
  wrong: (value) => (value !== undefined && fits(value) ? undefined : `wanted ${says}, got ${show(value)}`),
  ...(type === undefined ? {} : { type }),
});

/** A number, also inside a string: section 2.3 lets some versions answer so. */
export const textOfNumber = (value: Json): string | undefined =>
  value instanceof Num ? value.text : typeof value === "string" ? value : undefined;

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const numeric = (value: Json, from: number, to: number): boolean => {
  const text = textOfNumber(value);
  return text !== undefined && NUMBER.test(text) && Number(text) >= from && Number(text) <= to;
};
/** A whole number however it is written: 3, 3.0 and 3e0 are the same. */
export const isWhole = (text: string): boolean => NUMBER.test(text) && Number.isInteger(Number(text));
const whole = (value: Json, from: number, to: number): boolean =>
  numeric(value, from, to) && isWhole(textOfNumber(value) ?? "");

export const text = kind("a string", (value) => typeof value === "string");
export const nonEmpty = kind(
  "a string that is not empty",
  (value) => typeof value === "string" && value !== "",
);
export const flag = kind("true or false", (value) => typeof value === "boolean");
/** Section 2.3 does not name the fields that may arrive as numbers or as strings, so these may too. */
export const infoText = kind("a string or a number", (value) => textOfNumber(value) !== undefined, "string");
export const infoVersion = kind(
  "a string that is not empty, or a number",
  (value) => Boolean(textOfNumber(value)),
  "string",
);
export const infoFlag = kind(
  "true or false, also inside a string",
  (value) => typeof value === "boolean" || value === "true" || value === "false",
  "boolean",
);
export const nil = kind("null", (value) => value === null);
export const inRange = (from: number, to: number): Kind =>
  kind(`a whole number from ${from} to ${to}`, (value) => whole(value, from, to), "long");
export const long = kind(
  "a whole number that is not negative",
  (value) => whole(value, 0, Number.MAX_SAFE_INTEGER),
  "long",
);
export const double = kind(
  "a number that is not negative",
  (value) => numeric(value, 0, Number.MAX_VALUE),
  "double",
);
export const object = kind("an object", isObject);
export const objects = kind(
  "a list of objects",
  (value) => Array.isArray(value) && value.every((one) => isObject(one)),
);
export const textObjects = kind(
  "a list of objects of strings",
  (value) =>
    Array.isArray(value) &&
    value.every((one) => isObject(one) && Object.values(one).every((text) => typeof text === "string")),
);
export const either = (first: Kind, second: Kind): Kind =>
  kind(`${first.says} or ${second.says}`, (value) => !first.wrong(value) || !second.wrong(value));
export const matching = (pattern: RegExp, says: string): Kind =>
  kind(says, (value) => typeof value === "string" && pattern.test(value));
export const exactly = (wanted: Json): Kind => kind(show(wanted), (value) => show(value) === show(wanted));
