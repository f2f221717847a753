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
    const own = content.slice(0, equals).trim();
    return { raw, name: section === "" ? own : `${section}.${own}`, value: content.slice(equals + 1).trim() };
  });
}

/** All settings of a text, by their full names. If a name is there twice, the last one counts. */
export function settingsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of parse(text))
    if (name !== undefined && value !== undefined) found.set(name, value);
  return found;
}

/** The text with these settings changed; null removes one. */
export function withSettings(text: string, changes: ReadonlyMap<string, string | null>): string {
  let next = text;
  for (const [name, value] of changes)
    next = value === null ? without(next, name) : withOne(next, name, value);
  return next;
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

const without = (text: string, name: string): string =>
  join(parse(text).filter((line) => line.name !== name));

function withOne(text: string, name: string, value: string): string {
  const lines = parse(text);
  const at = lines.findIndex((line) => line.name === name);
  if (at < 0) return inserted(lines, name, value);
  // i2pd refuses a file that has a name twice, so only one line may be left.
  return join(
    lines
      .filter((line, index) => line.name !== name || index === at)
      .map((line) =>
        line.name === name && line.value !== value ? { raw: revalued(line.raw, value) } : line,
      ),
  );
}

/** The line with another value; indentation, spacing, a comment behind it and the line end stay. */
function revalued(raw: string, value: string): string {
  const [head = ""] = /^[^=]*=[ \t]*/.exec(raw) ?? [];
  const [old = ""] = raw.slice(head.length).split("#", 1);
  return head + value + raw.slice(head.length + old.trimEnd().length);
}

function inserted(lines: readonly Line[], name: string, value: string): string {
  const eol = lines[0]?.raw.endsWith("\r\n") ? "\r\n" : "\n";
  const dot = name.indexOf(".");
  const section = dot < 0 ? "" : name.slice(0, dot);
  const line = { raw: `${name.slice(dot + 1)} = ${value}${eol}` };
  const place = placeIn(lines, section);
  if (place === undefined)
    return `${ended(join(lines), eol)}${lines.length ? eol : ""}[${section}]${eol}${line.raw}`;
  return ended(join(lines.slice(0, place)), eol) + line.raw + join(lines.slice(place));
}

/** Behind the last setting of the section, or behind its header; undefined when there is no such section. */
function placeIn(lines: readonly Line[], section: string): number | undefined {
  let place = section === "" ? 0 : undefined;
  let current = "";
  for (const [index, { opens, name }] of lines.entries()) {
    if (opens !== undefined) current = opens;
    if (current === section && (opens !== undefined || name !== undefined)) place = index + 1;
  }
  return place;
}

const ended = (text: string, eol: string): string => (text === "" || text.endsWith("\n") ? text : text + eol);
