import type { Place } from "./template.js";

const GROUP = /^\s*\[\[\s*group\s*\]\]/;
/** Keys and the names in headers. Each begins where no other goes on: a long line is not searched twice. */
const KEYS = /(?<![\w.-])[\w.-]+(?=["']?\s*[=\]])/g;

/** The line of a place in the text of a fleet.toml, from 1; without one, that of its group. */
export function lineOf(text: string, { line, group, name }: Place): number | undefined {
  if (line !== undefined) return line;
  const lines = text.split("\n");
  const headers = lines.flatMap((one, index) => (GROUP.test(one) ? [index] : []));
  const header = group === undefined ? undefined : headers[group];
  const end = header === undefined ? undefined : headers[(group ?? 0) + 1];
  const within = lines.slice(header, end);
  const found = name === undefined ? -1 : within.findIndex((one) => hasName(one, name));
  if (found === -1 && header === undefined) return undefined;
  return (header ?? 0) + Math.max(found, 0) + 1;
}

/** `bw.in` may stand as `network.bw.in = 1`, and as `in = 1` below a header. */
function hasName(line: string, name: string): boolean {
  if (line.trimStart().startsWith("#")) return false;
  const isOf = (key: string) => key === name || key.endsWith(`.${name}`) || name.endsWith(`.${key}`);
  return line.includes(JSON.stringify(name)) || (line.match(KEYS) ?? []).some(isOf);
}
