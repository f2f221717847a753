/** Changes of a settings file (TOML) that leave all else in it as it is, comments too. */

export type Changes = { readonly [name: string]: string | readonly string[] };

/** Sets each setting in its place: on its line, on the commented line that shows its default, or below its section. */
export const withSettings = (text: string, changes: Changes): string =>
  Object.entries(changes).reduce((before, [name, value]) => {
    const { section, key } = placeOf(name);
    const lines = before.split("\n");
    const line = `${key} = ${JSON.stringify(value)}`;
    const [from, to] = rangeOf(lines, section);
    if (from === undefined) return `${before.trimEnd()}\n\n[${section}]\n${line}\n`;
    const at =
      find(lines, from, to, new RegExp(`^\\s*${key}\\s*=`)) ??
      find(lines, from, to, new RegExp(`^\\s*#\\s*${key}\\s*=`));
    return at === undefined ? lines.toSpliced(from, 0, line).join("\n") : lines.with(at, line).join("\n");
  }, text);

/** Takes these settings out again, with their lines. */
export const withoutSettings = (text: string, names: readonly string[]): string =>
  names.reduce((before, name) => {
    const { section, key } = placeOf(name);
    const lines = before.split("\n");
    const [from, to] = rangeOf(lines, section);
    const at = from === undefined ? undefined : find(lines, from, to, new RegExp(`^\\s*${key}\\s*=`));
    return at === undefined ? before : lines.toSpliced(at, 1).join("\n");
  }, text);

const placeOf = (name: string) => {
  const at = name.lastIndexOf(".");
  return { section: at === -1 ? "" : name.slice(0, at), key: name.slice(at + 1) };
};

/** The lines of a section: from the first after its header up to the next header. */
function rangeOf(lines: readonly string[], section: string): [from: number | undefined, to: number] {
  const header = section === "" ? -1 : lines.findIndex((line) => line.trim() === `[${section}]`);
  if (section !== "" && header === -1) return [undefined, lines.length];
  const next = lines.findIndex((line, index) => index > header && /^\s*\[/.test(line));
  return [header + 1, next === -1 ? lines.length : next];
}

function find(lines: readonly string[], from: number, to: number, what: RegExp): number | undefined {
  const at = lines.findIndex((line, index) => index >= from && index < to && what.test(line));
  return at === -1 ? undefined : at;
}
