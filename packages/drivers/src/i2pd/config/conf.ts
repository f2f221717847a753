import type { Settings } from "@pilothouse/protocol";

/**
 * The text of an i2pd.conf, edited line by line: what is not touched stays as it is, byte for byte.
 * Lines are read as i2pd's own parser does: "#" begins a comment anywhere, ";" is an ordinary
 * character, and a section is nothing but a prefix to the names below it.
 */
interface Line {
  readonly raw: string;
  /** The full name of the setting on this line; undefined on headers, comments and blank lines. */
  readonly name?: string;
  readonly value?: string;
  /** The section that this line opens. */
  readonly opens?: string;
}

function parse(text: string): readonly Line[] {
  let section = "";
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((raw) => {
    const content = raw.replace(/#.*/s, "").trim();
    if (content.startsWith("[") && content.endsWith("]")) {
      section = content.slice(1, -1).replace(/\.$/, "");
      return { raw, opens: section };
    }
    const equals = content.indexOf("=");
    if (equals < 0) return { raw };
    const name = content.slice(0, equals).trim();
    return {
      raw,
      name: section === "" ? name : `${section}.${name}`,
      value: content.slice(equals + 1).trim(),
    };
  });
}

/** All settings of a text, by their full names. If a name is there twice, the last one counts. */
export function settingsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of parse(text))
    if (name !== undefined && value !== undefined) found.set(name, value);
  return found;
}

/** The text with these settings changed; null removes one. Read only once: a client may send very many. */
export function withSettings(text: string, changes: ReadonlyMap<string, string | null>): string {
  const lines = revised(parse(text), changes);
  const known = new Set(lines.map(({ name }) => name));
  const added = [...changes].flatMap(([name, value]) =>
    value === null || known.has(name) ? [] : [[name, value] as const],
  );
  return join(withAdded(lines, added));
}

/** The text with exactly these settings, and those that `keep` says are not to be touched. */
export function withOnly(text: string, settings: Settings, keep: (name: string) => boolean): string {
  const gone = [...settingsOf(text).keys()].filter((name) => !settings.has(name) && !keep(name));
  return withSettings(
    text,
    new Map<string, string | null>([...gone.map((name) => [name, null] as const), ...settings]),
  );
}

const join = (lines: readonly { readonly raw: string }[]): string => lines.map(({ raw }) => raw).join("");

/** i2pd refuses a file that has a name twice, so of those that change only the first is left. */
function revised(lines: readonly Line[], changes: ReadonlyMap<string, string | null>): readonly Line[] {
  const met = new Set<string>();
  return lines.flatMap((line) => {
    const value = changes.get(line.name ?? "");
    if (line.name === undefined || value === undefined) return line;
    if (value === null || met.has(line.name)) return [];
    met.add(line.name);
    return line.value === value ? line : { ...line, value, raw: revalued(line.raw, value) };
  });
}

/** The line with another value; indentation, spacing, a comment behind it and the line end stay. */
function revalued(raw: string, value: string): string {
  const [head = ""] = /^[^=]*=[ \t]*/.exec(raw) ?? [];
  const [old = ""] = raw.slice(head.length).split("#", 1);
  return head + value + raw.slice(head.length + old.trimEnd().length);
}

/** With new settings, those of one section together; new sections come last. */
function withAdded(
  lines: readonly Line[],
  added: readonly (readonly [name: string, value: string])[],
): readonly Line[] {
  const eol = lines[0]?.raw.endsWith("\r\n") ? "\r\n" : "\n";
  const places = placesIn(lines);
  const placed = new Map<number, Line[]>();
  const opened = new Map<string, Line[]>();
  for (const [name, value] of added) {
    const dot = name.indexOf(".");
    const section = dot < 0 ? "" : name.slice(0, dot);
    const line = { raw: `${name.slice(dot + 1)} = ${value}${eol}` };
    const place = places.get(section);
    if (place === undefined) put(opened, section, line);
    else put(placed, place, line);
  }
  const isLonger = opened.size > 0 || placed.has(lines.length);
  const old = (isLonger ? ended(lines, eol) : lines).flatMap((line, index) => [
    line,
    ...(placed.get(index + 1) ?? []),
  ]);
  const before = [...(placed.get(0) ?? []), ...old];
  const sections = [...opened].flatMap(([section, own], index) => {
    const gap = index + before.length > 0 ? eol : "";
    return [{ raw: `${gap}[${section}]${eol}` }, ...own];
  });
  return [...before, ...sections];
}

function put<K>(lists: Map<K, Line[]>, key: K, line: Line): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [line]);
  else list.push(line);
}

/** Where a new setting of each section goes: behind its last one, or behind its header. */
function placesIn(lines: readonly Line[]): ReadonlyMap<string, number> {
  const places = new Map([["", 0]]);
  let current = "";
  for (const [index, { opens, name }] of lines.entries()) {
    if (opens !== undefined) current = opens;
    if (opens !== undefined || name !== undefined) places.set(current, index + 1);
  }
  return places;
}

/** With an end of the last line, so that another can follow. */
function ended(lines: readonly Line[], eol: string): readonly Line[] {
  const last = lines.at(-1);
  return last === undefined || last.raw.endsWith("\n")
    ? lines
    : lines.with(-1, { ...last, raw: last.raw + eol });
}
