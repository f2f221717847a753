import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { orNoEntry } from "../or-undefined.js";

/** A file is not what it should be; the message names it. */
export class NotPlain extends Error {
  override readonly name = "NotPlain";
}

interface Opening {
  readonly flags?: number;
  readonly mode?: number;
  /** A link may be in its place, and it may have several names: for files that people put where they like. */
  readonly links?: true;
}

/**
 * Opens a regular file that has one name, and nothing else: no link, FIFO or device, and no second name of a
 * file elsewhere. `work` is given the open file, so that what was checked is what is used.
 */
export function withPlainFile<T>(path: string, opening: Opening, work: (file: number) => T): T {
  const file = open(path, opening);
  try {
    const { nlink, mode } = fstatSync(file);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG)
      throw new NotPlain(`${path} is not a regular file; move it away`);
    if (!opening.links && nlink > 1)
      throw new NotPlain(`${path} is a hard link to another file; move it away`);
    return work(file);
  } finally {
    closeSync(file);
  }
}

function open(path: string, { flags = constants.O_RDONLY, mode = 0o600, links }: Opening): number {
  // It does not wait at a FIFO.
  const carefully = constants.O_NONBLOCK | (links ? 0 : constants.O_NOFOLLOW);
  try {
    return openSync(path, flags | carefully, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") throw new NotPlain(`${path} is a symbolic link; move it away`);
    if (code === "ENXIO" || code === "EISDIR")
      throw new NotPlain(`${path} is not a regular file; move it away`);
    throw error;
  }
}

const MOST = 16 * 1024 * 1024;

/** The bytes of such a file, `most` of them; undefined when there is none. */
export const readPlainFile = (path: string, most = MOST): Buffer | undefined =>
  orNoEntry(() => withPlainFile(path, {}, (file) => bytesOf(file, most)));

/** The bytes of a regular file, which may also be reached by a link; undefined when there is none. */
export const bytesAt = (path: string): Buffer | undefined =>
  orNoEntry(() => withPlainFile(path, { links: true }, (file) => bytesOf(file, MOST)));
export const textAt = (path: string): string | undefined => bytesAt(path)?.toString("utf8");

function bytesOf(file: number, most: number): Buffer {
  const bytes = Buffer.alloc(Math.min(fstatSync(file).size, most));
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
}

/** The text of a file; undefined when there is none. */
export const textOf = (path: string): Promise<string | undefined> => orNoEntry(() => readFile(path, "utf8"));

/**
 * A secret as a file holds it, without the line's end that an editor adds. Bytes that are no text are refused: each
 * would become the same strange character, and nobody could type what was meant.
 */
export function secretText(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new Error("it holds bytes that are no UTF-8 text");
  return Buffer.from(bytes)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}
