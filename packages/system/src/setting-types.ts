import { homedir } from "node:os";
import { resolve } from "node:path";
import { type Reason, reason, reasonText } from "@pilothouse/protocol";

/** How a setting of the service is written: as text in a flag or variable, typed in the file. */
export interface SettingType<out T> {
  /** Reads well after "wants". */
  readonly wants: string;
  /** The same as a row of the interface's reasons, for what can be set on a page. */
  readonly means?: Reason;
  /** From a flag or an environment variable; undefined when it does not fit. */
  readonly fromText: (text: string) => T | undefined;
  /** From TOML; undefined when it does not fit. */
  readonly fromToml: (value: unknown) => T | undefined;
  /** As it is written in the file. */
  toToml(value: unknown): string;
  /** Several values are one list. */
  readonly list?: true;
  /** The same for a process in another directory; absent where the directory does not matter. */
  readonly absolute?: (value: string) => string;
}

const quoted = (value: unknown): string => JSON.stringify(value);

/** What a type wants, in both forms where it has both. */
export const wanting = (wants: string | Reason): Pick<SettingType<unknown>, "wants" | "means"> =>
  typeof wants === "string" ? { wants } : { wants: reasonText(wants), means: wants };

/** A setting whose form in the file is the text itself, in quotes. */
export function fromString<T extends string | number>(
  wants: string | Reason,
  parse: (text: string) => T | undefined,
  toToml: (value: unknown) => string = quoted,
): SettingType<T> {
  const fromToml = (value: unknown) => (typeof value === "string" ? parse(value) : undefined);
  return { ...wanting(wants), fromText: parse, fromToml, toToml };
}

export const text = fromString(reason("wants.text"), (value) => (value === "" ? undefined : value));

/** The file is not read by a shell, so `~/` is expanded here. */
export const path: SettingType<string> = {
  ...fromString("a path", (value) =>
    value === "" ? undefined : value.replace(/^~(?=\/|$)/, () => homedir()),
  ),
  absolute: (value) => resolve(value),
};

/** A program: a path, or a name to search for in PATH. */
export const program: SettingType<string> = {
  ...path,
  absolute: (value) => (value.includes("/") ? resolve(value) : value),
};

export function oneOf<const C extends readonly string[]>(...options: C): SettingType<C[number]> {
  const find = (value: string): C[number] | undefined => options.find((option) => option === value);
  return fromString(`one of ${options.join(", ")}`, find);
}

export const flag: SettingType<boolean> = {
  wants: "true or false",
  fromText: (value) => (value === "true" ? true : value === "false" ? false : undefined),
  fromToml: (value) => (typeof value === "boolean" ? value : undefined),
  toToml: String,
};

export function integer(least: number, most: number): SettingType<number> {
  const within = (value: number) =>
    Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined;
  return {
    ...wanting(reason("wants.whole", { least, most })),
    fromText: (value) => (/^\d{1,15}$/.test(value) ? within(Number(value)) : undefined),
    fromToml: (value) => (typeof value === "number" ? within(value) : undefined),
    toToml: String,
  };
}

/** Several texts: a list in the file, separated by commas elsewhere. */
export const texts: SettingType<readonly string[]> = {
  list: true,
  wants: "a list of texts (separated by commas in a flag or variable)",
  fromText: (value) => value.split(",").flatMap((one) => (one.trim() === "" ? [] : [one.trim()])),
  fromToml: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined,
  toToml: (value) => `[${(value as readonly string[]).map(quoted).join(", ")}]`,
};

/** Several texts that all fit. */
export function textsThat(
  wants: string | Reason,
  fits: (one: string) => boolean,
): SettingType<readonly string[]> {
  const ifAll = (values: readonly string[] | undefined) => (values?.every(fits) ? values : undefined);
  return {
    ...{ ...texts, ...wanting(wants) },
    fromText: (value) => ifAll(texts.fromText(value)),
    fromToml: (value) => ifAll(texts.fromToml(value)),
  };
}

/** Schemes whose pages have an origin that a browser sends. */
const PAGES = /^(https?|moz-extension|chrome-extension|safari-web-extension):\/\/([a-z0-9.:[\]-]+)$/;

/** An origin exactly as a browser sends it: no path, no default port, nothing in capitals. */
function isOrigin(value: string): boolean {
  if (!PAGES.test(value) || !URL.canParse(value)) return false;
  return !value.startsWith("http") || new URL(value).origin === value;
}

export const origins = textsThat(
  'a list of origins as browsers send them, such as "https://host:8443" or "moz-extension://…", without a path or "*"',
  isOrigin,
);

const SIZE_UNITS: ReadonlyMap<string, number> = new Map([
  ["B", 1],
  ...["K", "M", "G", "T"].flatMap((prefix, index): [string, number][] => [
    [`${prefix}B`, 1_000 ** (index + 1)],
    [`${prefix}iB`, 1_024 ** (index + 1)],
  ]),
]);

/** An amount of data; held in bytes. */
export const bytes = fromString<number>(
  reason("wants.bytes"),
  (value) => {
    const [, digits, unit = ""] = /^(\d{1,12}(?:\.\d{1,3})?)\s?([A-Za-z]{1,3})$/.exec(value) ?? [];
    const amount = Math.round(Number(digits) * (SIZE_UNITS.get(unit) ?? Number.NaN));
    return Number.isSafeInteger(amount) && amount > 0 ? amount : undefined;
  },
  (value) => {
    const amount = value as number;
    const [unit, size] = [...SIZE_UNITS].findLast(([, one]) => amount % one === 0) ?? ["B", 1];
    return quoted(`${amount / size}${unit}`);
  },
);

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A length of time; held in milliseconds. */
export const duration = fromString<number>(
  reason("wants.duration"),
  (value) => {
    const [, digits, unit] = /^([1-9]\d{0,8})([smhd])$/.exec(value) ?? [];
    const ms = Number(digits) * UNITS[(unit ?? "s") as keyof typeof UNITS];
    return ms <= 400 * UNITS.d ? ms : undefined;
  },
  (value) => {
    const ms = value as number;
    const unit = (["d", "h", "m"] as const).find((one) => ms % UNITS[one] === 0 && ms > UNITS[one]) ?? "s";
    return quoted(`${ms / UNITS[unit]}${unit}`);
  },
);
