import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { modeText } from "@pilothouse/system";
import { StoreError } from "./store-error.js";

/** Something that was open to others, and how. */
export interface MadePrivate {
  readonly path: string;
  /** As people write it: "0644". */
  readonly mode: string;
}

const OTHERS = 0o077;
/** The system's own, at the root of every file system of some kinds. */
const LOST_AND_FOUND = "lost+found";

/**
 * Makes the data directory and everything directly in it private to its owner, and returns what was not.
 * Files of another user are refused: that user may have put them there, and can change them at any time.
 */
export function makePrivate(dataDir: string): MadePrivate[] {
  const user = process.getuid?.();
  if (user === undefined) return [];
  try {
    const directory = statSync(dataDir, { throwIfNoEntry: false });
    if (!directory?.isDirectory()) return [];
    // The directory first: from then on no other user can interfere.
    const closed = close(dataDir, directory, user);
    for (const name of readdirSync(dataDir)) {
      if (name === LOST_AND_FOUND) continue;
      const path = join(dataDir, name);
      const entry = lstatSync(path, { throwIfNoEntry: false });
      if (entry !== undefined) closed.push(...close(path, entry, user));
    }
    return closed;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(
      `the data directory ${dataDir} cannot be used: ${(error as Error).message}; choose another one (--data-dir)`,
    );
  }
}

function close(path: string, entry: Stats, user: number): MadePrivate[] {
  const { uid, mode } = entry;
  if (uid !== user)
    throw new StoreError(
      `${path} belongs to another user (${uid}; this is ${user}); run the service as that user, or if it is yours to take: chown ${user} ${path}`,
    );
  // A link has no mode of its own.
  if (entry.isSymbolicLink() || (mode & OTHERS) === 0) return [];
  chmodSync(path, mode & 0o7777 & ~OTHERS);
  return [{ path, mode: modeText(mode) }];
}
