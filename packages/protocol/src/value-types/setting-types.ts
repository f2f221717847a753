import { reason } from "../words/reason.js";
import { valueAs } from "../words/value-reason.js";
import { isObject, shown, Unfit, type ValueType, valueType } from "./value-types.js";

/** Value types of router settings. All travel as strings, as the existing implementations send them. */

/** Digits as a person writes them: no sign, space, exponent or leading zero. */
/* @__NO_SIDE_EFFECTS__ */
export function digits(least: number, most: number): ValueType<string> {
  return valueType({
    type: "string",
    wants: reason("wants.digits", { least, most }),
    schema: { type: "string", pattern: "^(0|[1-9][0-9]*)$", "x-minimum": least, "x-maximum": most },
    fits: (value): value is string =>
      typeof value === "string" &&
      /^(0|[1-9]\d{0,9})$/.test(value) &&
      Number(value) >= least &&
      Number(value) <= most,
  });
}

export const port = digits(1, 65_535);
export const percent = digits(0, 100);
export const kibPerSecond = digits(0, 2_147_483_647);

/* @__NO_SIDE_EFFECTS__ */
export const choice = <const C extends readonly string[]>(...options: C): ValueType<C[number]> =>
  choiceOf(options);

/** One of a list. Bundlers leave an unused one out, which they do not where a list is spread. */
/* @__NO_SIDE_EFFECTS__ */
export function choiceOf<const C extends readonly string[]>(options: C): ValueType<C[number]> {
  return valueType({
    type: "string",
    wants: reason("wants.choice", { options: options.map((option) => `"${option}"`).join(", ") }),
    schema: { type: "string", enum: options },
    fits: (value): value is C[number] => options.includes(value as string),
  });
}

export const onOff = choice("true", "false");

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const OCTET = /^(0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/;

/** A name that ends in a number could only be an IPv4 address, and then it must be a whole one. */
function isNameOrIpv4(value: string): boolean {
  const labels = value.split(".");
  if (/^\d+$/.test(labels.at(-1) ?? "")) return labels.length === 4 && labels.every((l) => OCTET.test(l));
  return value.length <= 253 && labels.every((label) => LABEL.test(label));
}

function isIpv6(value: string): boolean {
  const halves = value.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const tail = groups.at(-1);
  const mapped = tail?.includes(".") === true;
  if (mapped && !isNameOrIpv4(tail)) return false;
  const size = groups.length + (mapped ? 1 : 0);
  if (halves.length === 2 ? size > 7 : size !== 8) return false;
  return (mapped ? groups.slice(0, -1) : groups).every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}

export const host = valueType({
  type: "string",
  wants: reason("wants.host"),
  schema: { type: "string", maxLength: 253 },
  fits: (value): value is string =>
    typeof value === "string" &&
    (value === "" || (value.includes(":") ? isIpv6(value) : isNameOrIpv4(value))),
});

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const LONGEST_NAME = 255;
const LONGEST_VALUE = 65_536;

/** The name of an advanced setting: any text that a line of a configuration file can hold before "=". */
export const settingName = valueType({
  type: "string",
  wants: reason("wants.settingName", { most: LONGEST_NAME }),
  schema: { type: "string", minLength: 1, maxLength: LONGEST_NAME },
  fits: (value): value is string =>
    typeof value === "string" &&
    value.length >= 1 &&
    value.length <= LONGEST_NAME &&
    !CONTROL.test(value) &&
    !/[=#;]/.test(value) &&
    value.isWellFormed(),
});

export const settingValue = valueType({
  type: "string",
  wants: reason("wants.settingValue"),
  schema: { type: "string", maxLength: LONGEST_VALUE },
  fits: (value): value is string =>
    typeof value === "string" &&
    value.length <= LONGEST_VALUE &&
    !CONTROL.test(value) &&
    value.isWellFormed() &&
    utf8Length(value) <= LONGEST_VALUE,
});

function utf8Length(value: string): number {
  let bytes = 0;
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

/** Advanced settings. A Map, because a setting may be called `__proto__`. */
export type Settings = ReadonlyMap<string, string>;

/* @__NO_SIDE_EFFECTS__ */
function settings(least: 0 | 1): ValueType<Settings> {
  return {
    type: "map string to string",
    wants: "an object of setting names and string values",
    schema: {
      type: "object",
      minProperties: least,
      propertyNames: settingName.schema,
      additionalProperties: settingValue.schema,
    },
    read(value) {
      if (!isObject(value))
        throw new Unfit(`wants an object of names and string values, got ${shown(value)}`);
      const entries = Object.entries(value).map(([name, given]): [string, string] => {
        try {
          return [settingName.read(name), settingValue.read(given)];
        } catch (error) {
          if (error instanceof Unfit)
            throw new Unfit(reason("value.inSetting", { name: shown(name), ...valueAs("why", error.why) }));
          throw error;
        }
      });
      if (entries.length < least) throw new Unfit(reason("value.noSetting"));
      return new Map(entries);
    },
    write: writeMap,
  };
}

/** Not by way of an object, which would bring names that are numbers to the front. */
const writeMap = (value: unknown): string =>
  `{${[...(value as Settings)].map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join(",")}}`;

export const someSettings = settings(1);
export const allSettings = settings(0);

/** One setting by name; null when the router does not have it. */
export const oneSetting: ValueType<ReadonlyMap<string, string | null>> = {
  type: "map string to string or null",
  wants: "an object of one setting name and its value",
  schema: { type: "object", additionalProperties: { type: ["string", "null"] } },
  read(value) {
    if (!isObject(value)) throw new Unfit(`wants an object, got ${shown(value)}`);
    return new Map(
      Object.entries(value).map(([name, one]) => [name, one === null ? null : settingValue.read(one)]),
    );
  },
  write: writeMap,
};
