import { closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a directory and those above it, where there are none. Node's own recursive mkdir never returns where a
 * directory exists but nothing can be made in it and the system answers ENOENT, as in /proc.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const place = resolve(path);
  try {
    mkdirSync(place, { mode });
    syncDirectory(dirname(place));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(place).isDirectory()) return;
    if (code !== "ENOENT" || existsSync(dirname(place))) throw error;
    makeDirectory(dirname(place), mode);
    makeDirectory(place, mode);
  }
}

/** What a file system answers that cannot do it, and a directory that may be entered but not read. */
const CANNOT: ReadonlySet<unknown> = new Set(["EINVAL", "ENOTSUP", "EACCES"]);

/** Until then a power cut may take away files that were made in the directory, although they themselves are synced. */
export function syncDirectory(path: string): void {
  let directory: number | undefined;
  try {
    directory = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
    fsyncSync(directory);
  } catch (error) {
    if (!CANNOT.has((error as NodeJS.ErrnoException).code)) throw error;
  } finally {
    if (directory !== undefined) closeSync(directory);
  }
}
