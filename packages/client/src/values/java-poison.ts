import { filled, VALUE_REASONS } from "@pilothouse/protocol";

/** What Java I2P takes and cannot write to its file; it then answers HTTP 500 to this and every later write. */
const POISON = { inName: /[#;=\r\n]/, inValue: /[#\r\n]/ } as const;

/** The names of settings that Java I2P cannot write to its file. */
export const poisonIn = (settings: Iterable<readonly [name: string, value: string]>): readonly string[] =>
  [...settings]
    .filter(([name, value]) => POISON.inName.test(name) || POISON.inValue.test(value))
    .map(([name]) => name);

const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(", ");

/** Why such a setting is not sent; undefined when all can be written. */
export function poisonRefusal(settings: Iterable<readonly [string, string]>): string | undefined {
  const names = poisonIn(settings);
  return names.length === 0 ? undefined : filled(VALUE_REASONS["java.poison"], { names: quoted(names) });
}

/** What to do about such settings that a router holds already. */
export const poisonAdvice = (names: readonly string[]): string =>
  filled(VALUE_REASONS["java.poisoned"], { names: quoted(names) });
