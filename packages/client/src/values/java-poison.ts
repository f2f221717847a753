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
  if (names.length === 0) return undefined;
  return `${quoted(names)} cannot hold "#" or a line break: Java I2P takes it, cannot write it to its file, and then answers every write with an error`;
}

/** What to do about such settings that a router holds already. */
export const poisonAdvice = (names: readonly string[]): string =>
  `The router answers every write with an error, because its file cannot hold ${quoted(names)}: write other values over them in one request, or replace all settings`;
