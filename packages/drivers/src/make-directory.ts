import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a directory and those above it, where there are none. Node's own recursive mkdir never returns where a
 * directory exists but nothing can be made in it and the system answers ENOENT, as in /proc.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const place = resolve(path);
  try {
    mkdirSync(place, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(place).isDirectory()) return;
    if (code !== "ENOENT" || existsSync(dirname(place))) throw error;
    makeDirectory(dirname(place), mode);
    makeDirectory(place, mode);
  }
}
