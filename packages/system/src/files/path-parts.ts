import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, parse, resolve } from "node:path";
import { NotPlain } from "./plain-file.js";

export const ROOT = 0;
const MOST_LINKS = 40;

interface Part {
  readonly at: string;
  readonly stat: Stats;
}

/** Everything on the way to a file, as far as it is there, links and what they lead to included. */
export function* partsOf(path: string, links = 0): Generator<Part> {
  const whole = resolve(path);
  const { root } = parse(whole);
  let at = root;
  yield { at, stat: lstatSync(at) };
  for (const name of whole.slice(root.length).split("/").filter(Boolean)) {
    at = join(at, name);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return;
    yield { at, stat };
    if (!stat.isSymbolicLink()) continue;
    if (links >= MOST_LINKS) throw new NotPlain(`${path} leads through too many links`);
    const to = readlinkSync(at);
    const rest = whole.slice(at.length);
    yield* partsOf(join(isAbsolute(to) ? to : join(dirname(at), to), rest), links + 1);
    return;
  }
}

/**
 * Whether users besides its owner can put something else in the place of what is in this directory. In a directory
 * with the sticky bit, such as /tmp, they can only add to it.
 */
export const isOpenToOthers = ({ stat }: Part): boolean =>
  stat.isDirectory() &&
  (stat.mode & 0o1000) === 0 &&
  ((stat.mode & 0o002) !== 0 || ((stat.mode & 0o020) !== 0 && stat.gid !== ROOT));

export const openToOthers = ({ at, stat }: Part): string =>
  `${at} can be written by others than its owner (${modeText(stat.mode)}); take that away first: chmod go-w ${at}`;

/** Permissions as people write them: "0644". */
export const modeText = (mode: number): string => (mode & 0o7777).toString(8).padStart(4, "0");
