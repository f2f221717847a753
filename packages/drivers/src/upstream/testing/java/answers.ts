/** What Java I2P's webapp reads and writes, as its JSON library does. */
export type Json =
  | null
  | boolean
  | number
  | string
  | Double
  | readonly Json[]
  | { readonly [key: string]: Json };
export type Params = { readonly [key: string]: unknown };

/** A number that Java prints with a fraction. */
export class Double {
  constructor(readonly value: number) {}
}

/** An error in the answer. */
export class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** An uncaught exception: Jetty answers with an error page. */
export class Thrown extends Error {}

export const invalid = () => new Refused(-32602, "Invalid parameters");

/** A cast to String, which null survives and nothing else does. */
export function string(value: unknown): string | null {
  if (value === null || typeof value === "string") return value;
  throw new Thrown(
    "java.lang.ClassCastException: class java.math.BigDecimal cannot be cast to class java.lang.String",
  );
}

export function write(value: Json): string {
  if (value instanceof Double)
    return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
  if (typeof value === "string") return JSON.stringify(value).replaceAll("/", "\\/");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  return `{${Object.entries(value)
    .map(([key, one]) => `${write(key)}:${write(one)}`)
    .join(",")}}`;
}
