import { isObject, text, Unfit, type ValueType } from "@pilothouse/protocol";

/**
 * What servers in the field send for a value of each type, turned into what the type wants:
 * numbers come as strings, strings as numbers, depending on the implementation and its version.
 */
const MEANT: { readonly [type: string]: (value: unknown) => unknown } = {
  long: (value) => Math.trunc(asNumber(value)),
  double: asNumber,
  boolean: (value) => ({ true: true, 1: true, false: false, 0: false })[String(value)],
  string: (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
  null: () => null,
};

/** A string counts when it is a number and nothing else: `Number` would take "" for 0. */
function asNumber(value: unknown): number {
  return typeof value === "number" || (typeof value === "string" && /^-?\d/.test(value))
    ? Number(value)
    : Number.NaN;
}

/** A value read as its type, with allowance for what servers in the field send; undefined when it is none. */
export function loose<T>(type: ValueType<T>, value: unknown): T | undefined {
  for (const meant of [(same: unknown) => same, MEANT[type.type]])
    try {
      if (meant !== undefined && value !== undefined) return type.read(meant(value));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
    }
  return undefined;
}

/** A setting's value; null where it is unset. */
export const looseSetting = (value: unknown): string | null | undefined =>
  value === null ? null : loose(text, value);

/**
 * Settings by name as a server returns them. They are not checked: a value that could not be written must
 * still be shown, so that you can correct it.
 */
export function looseMap<T>(
  value: unknown,
  read: (value: unknown) => T | undefined,
): ReadonlyMap<string, T> | undefined {
  if (!isObject(value)) return undefined;
  const found = new Map<string, T>();
  for (const [name, one] of Object.entries(value)) {
    const meant = read(one);
    if (meant !== undefined) found.set(name, meant);
  }
  return found;
}
