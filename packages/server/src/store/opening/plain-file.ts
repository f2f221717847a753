import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { orNoEntry } from "@pilothouse/system";

/** Does not follow links, and does not wait at a FIFO. */
const CAREFULLY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A file in the data directory is not what it should be; the message names it. */
export class NotPlain extends Error {
  override readonly name = "NotPlain";
}

/**
 * Opens a regular file that has one name, and nothing else: no link, FIFO or device, and no second name of a
 * file elsewhere. `work` is given the open file, so that what was checked is what is used.
 */
export function withPlainFile<T>(
  path: string,
  { flags = constants.O_RDONLY, mode = 0o600 }: { readonly flags?: number; readonly mode?: number },
  work: (file: number) => T,
): T {
  const file = open(path, flags, mode);
  try {
    const { nlink, ...stat } = fstatSync(file);
    if ((stat.mode & constants.S_IFMT) !== constants.S_IFREG)
      throw new NotPlain(`${path} is not a regular file; move it away`);
    if (nlink > 1) throw new NotPlain(`${path} is a hard link to another file; move it away`);
    return work(file);
  } finally {
    closeSync(file);
  }
}

function open(path: string, flags: number, mode: number): number {
  try {
    return openSync(path, flags | CAREFULLY, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") throw new NotPlain(`${path} is a symbolic link; move it away`);
    if (code === "ENXIO" || code === "EISDIR")
      throw new NotPlain(`${path} is not a regular file; move it away`);
    throw error;
  }
}

/** The bytes of such a file, `most` of them; undefined when there is none. */
export function readPlainFile(path: string, most = 16 * 1024 * 1024): Buffer | undefined {
  return orNoEntry(() =>
    withPlainFile(path, {}, (file) => {
      const bytes = Buffer.alloc(Math.min(fstatSync(file).size, most));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
    }),
  );
}
