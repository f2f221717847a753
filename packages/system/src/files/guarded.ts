import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { orNoEntry } from "../or-undefined.js";
import { syncDirectory } from "./make-directory.js";
import { isOpenToOthers, openToOthers, partsOf, ROOT } from "./path-parts.js";
import { NotPlain } from "./plain-file.js";
import { replaceByDraft } from "./replace-file.js";

/**
 * What root does to files of the machine. Each function first makes sure that on the way to the file nobody but root
 * and this user can put something else in place; so what was checked is what is used. Owner and mode are changed by the
 * open file and never by its path.
 */

/** Whose a file is, and who may do what with it. */
export interface Access {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

/** Throws if a user other than root and this one can decide what the path of a directory leads to. */
function requireGuarded(directory: string): void {
  const trusted = [ROOT, process.geteuid?.()];
  for (const part of partsOf(directory)) {
    if (!trusted.includes(part.stat.uid))
      throw new NotPlain(
        `${part.at} belongs to user ${part.stat.uid}, who could put something else in the place of a file there`,
      );
    if (isOpenToOthers(part)) throw new NotPlain(openToOthers(part));
  }
}

/** Replaces a file, or makes it: the link or file that was there is not touched. */
export function writeGuarded(path: string, content: string, access: Access): void {
  requireGuarded(dirname(path));
  replaceByDraft(path, 0o600, (file) => {
    writeFileSync(file, content);
    change(file, access);
  });
}

/** Makes a directory that is closed to others from the first moment on, or changes whose it is. */
export function makeGuarded(path: string, access: Access): void {
  requireGuarded(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
    syncDirectory(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  withDirectory(path, (directory) => change(directory, access));
}

/** Whose a directory is; undefined when there is none. */
export function directoryAccess(path: string): Access | undefined {
  requireGuarded(dirname(path));
  return orNoEntry(() => withDirectory(path, accessOf));
}

function withDirectory<T>(path: string, work: (directory: number) => T): T {
  const directory = openDirectory(path);
  try {
    return work(directory);
  } finally {
    closeSync(directory);
  }
}

function openDirectory(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP" || code === "ENOTDIR")
      throw new NotPlain(`${path} is not a directory; move it away`);
    throw error;
  }
}

const accessOf = (opened: number): Access => {
  const { uid, gid, mode } = fstatSync(opened);
  return { uid, gid, mode: mode & 0o7777 };
};

/** The owner first: a change of it may take bits of the mode away. Nobody else's rights grow in between. */
function change(opened: number, { uid, gid, mode }: Access): void {
  fchmodSync(opened, fstatSync(opened).mode & mode & 0o7777);
  fchownSync(opened, uid, gid);
  fchmodSync(opened, mode);
}
