import { linesOf, parseTunnels } from "./ini.js";
import type { Values } from "./mapping.js";

/** The first line of a file that is ours. */
const MARK = "# Written by Pilothouse: change the tunnel there, or delete this file.";
const IS_OURS = /^# Written by Pilothouse\b/;
const DESCRIPTION = "# Description: ";
const PREFIX = "pilothouse-";
/** i2pd reads only what ends in ".conf". */
const READ = ".conf";
const NOT_READ = ".conf.stopped";

/** A tunnel of ours. */
export interface OwnTunnel {
  readonly name: string;
  readonly values: Values;
  readonly description?: string | undefined;
  /** Kept, but not run. */
  readonly stopped: boolean;
}

/** A name may hold spaces; encoded, each has a file of its own. */
export const encoded = (name: string): string => `${PREFIX}${encodeURIComponent(name)}`;

export const ownFileName = ({ name, stopped }: Pick<OwnTunnel, "name" | "stopped">): string =>
  `${encoded(name)}${stopped ? NOT_READ : READ}`;

export const isStopped = (fileName: string): boolean => fileName.endsWith(NOT_READ);
export const isRead = (fileName: string): boolean => fileName.endsWith(READ);

export function ownText({ name, values, description }: OwnTunnel): string {
  const note = description === undefined ? [] : [DESCRIPTION + description];
  const lines = [...values].map(([key, value]) => `${key} = ${value}`);
  return `${[MARK, ...note, `[${name}]`, ...lines].join("\n")}\n`;
}

/** The tunnel of a file that is ours, and that nobody has made something else of. */
export function readOwn(fileName: string, text: string): OwnTunnel | undefined {
  const [first = "", second = ""] = linesOf(text);
  const { sections, fault } = parseTunnels(text);
  const [section] = sections;
  if (!IS_OURS.test(first) || fault !== undefined || sections.length !== 1 || section === undefined)
    return undefined;
  const stopped = isStopped(fileName);
  const description = second.startsWith(DESCRIPTION)
    ? second.slice(DESCRIPTION.length).replace(/\r?\n$/, "")
    : undefined;
  const tunnel = { name: section.name, values: section.values, description, stopped };
  return fileName === ownFileName(tunnel) ? tunnel : undefined;
}
