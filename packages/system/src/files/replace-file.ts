import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { orNoEntry } from "../or-undefined.js";
import { syncDirectory } from "./make-directory.js";
import { NotPlain } from "./plain-file.js";

export interface Replacing {
  /** The mode it gets. Not given: the mode it has, or `newMode` where there was no file. */
  readonly mode?: number;
  /** 0600 by default. */
  readonly newMode?: number;
  /** In a directory of our own: it belongs to the user who writes it, and a link there is replaced, not followed. */
  readonly ours?: true;
}

/** The new file is there, but it may be lost in a power cut. */
export class NotSynced extends Error {
  override readonly name = "NotSynced";
}

/** The file cannot be replaced without taking it away from its owner or group. */
export class OwnerLost extends Error {
  override readonly name = "OwnerLost";
}

/**
 * Replaces a file atomically, and returns when the new one is on the disk: readers find the old content or the new,
 * also after a power cut. Owner, group and mode stay, or nothing is done. A new file that root makes belongs to
 * the owner of the directory. Waits for the disk like the store does; nothing written here is large or frequent.
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode, newMode = 0o600, ours }: Replacing = {},
): void {
  const target = ours ? path : (orNoEntry(() => realpathSync(path)) ?? path);
  const before = orNoEntry(() => (ours ? lstatSync(target) : statSync(target)));
  if (!ours && before?.isFile() === false)
    throw new NotPlain(`${target} is not a regular file; move it away`);
  const access = mode ?? (before?.isFile() ? before.mode & 0o777 : newMode);
  replaceByDraft(target, access, (file) => {
    writeFileSync(file, content);
    // The mode given to open() is cut by the umask.
    fchmodSync(file, access);
    if (!ours) keepOwner(file, before, target, access);
  });
}

/** `write` fills a new file, which then takes the place of the old one, if there was one. */
export function replaceByDraft(target: string, mode: number, write: (file: number) => void): void {
  const draft = `${target}.${randomBytes(6).toString("hex")}`;
  try {
    makeSynced(draft, mode, write);
    rename(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** A new file, on the disk when this returns. */
function makeSynced(path: string, mode: number, write: (file: number) => void): void {
  const file = openSync(path, "wx", mode);
  try {
    write(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Writes what a file is to become beside it, on the disk and with the owner and mode that the file has; one that is not
 * there yet gets `newMode`. It takes its place by a rename. A link in its place is refused.
 */
export function writeDraft(
  draft: string,
  target: string,
  content: string | Uint8Array,
  newMode: number,
): void {
  const before = orNoEntry(() => lstatSync(target));
  if (before?.isFile() === false) throw new NotPlain(`${target} is not a regular file; move it away`);
  const access = before === undefined ? newMode : before.mode & 0o777;
  makeSynced(draft, 0o600, (file) => {
    writeFileSync(file, content);
    fchmodSync(file, access);
    keepOwner(file, before, target, access);
  });
}

/** Replaces what is large: only the last step keeps others waiting. The file can be read only by its owner. */
export async function replaceLargeFile(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.chmod(0o600);
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    rename(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Puts a finished file in the place of another in the same directory. An error says that nothing has changed,
 * except `NotSynced`: then it has.
 */
export function takePlace(draft: string, target: string): void {
  const file = openSync(draft, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  rename(draft, target);
}

/** The draft is on the disk. It is not opened again: others may have something else in its place by now. */
function rename(draft: string, target: string): void {
  renameSync(draft, target);
  try {
    syncDirectory(dirname(target));
  } catch (cause) {
    throw new NotSynced(
      `${target} was replaced, but the disk did not confirm it, so that a power cut may bring the old one back: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** Another program reads the file by its owner or group, and could not any more. */
function keepOwner(file: number, before: Stats | undefined, target: string, access: number): void {
  if (process.getuid?.() === 0) {
    const { uid, gid } = before ?? statSync(dirname(target));
    fchownSync(file, uid, gid);
    return;
  }
  if (before === undefined) return;
  const { uid, gid } = before;
  const made = fstatSync(file);
  if (made.uid === uid && made.gid === gid) return;
  try {
    fchownSync(file, uid, gid);
  } catch (cause) {
    if (made.uid === uid && groupIsLikeOthers(access)) return;
    throw new OwnerLost(
      `${target} belongs to user ${uid} and group ${gid}, which would be lost if user ${made.uid} replaced it. On the machine itself, ${remedy(target, made, gid)}`,
      { cause },
    );
  }
}

/** Then it makes no difference which group it is. */
const groupIsLikeOthers = (access: number): boolean => ((access >> 3) & 7) === (access & 7);

/** Nobody is told to join root's group: that may read and write much more than this file. */
const remedy = (target: string, { uid, gid: own }: Stats, gid: number): string =>
  gid === 0
    ? `make it that user's: chown ${uid}:${own} ${target}`
    : `make it that user's and let that user into the group: chown ${uid}:${gid} ${target}; usermod --append --groups ${gid} (name of the user)`;

/** Removes the drafts of a file that were left by processes that were killed. */
export function sweepDrafts(path: string): void {
  const target = orNoEntry(() => realpathSync(path)) ?? path;
  const isDraft = (name: string) =>
    name.startsWith(`${basename(target)}.`) && /^\.[0-9a-f]{12}$/.test(extname(name));
  for (const name of (orNoEntry(() => readdirSync(dirname(target))) ?? []).filter(isDraft))
    rmSync(join(dirname(target), name), { force: true });
}
