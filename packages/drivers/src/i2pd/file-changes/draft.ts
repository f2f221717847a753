import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { orNoEntry } from "@pilothouse/system";
import { SettingRefused } from "../../port.js";

/**
 * Writes what a file is to become, beside it. It gets the owner, group and mode of the file whose place it takes;
 * a new one that root makes belongs to the owner of the directory.
 */
export function writeDraft(draft: string, content: string | Uint8Array, mode: number, target: string): void {
  const before = orNoEntry(() => lstatSync(target));
  if (before?.isFile() === false)
    throw new SettingRefused(`${target} is not a regular file; move it away on the machine itself`);
  const file = openSync(draft, "wx", 0o600);
  try {
    writeFileSync(file, content);
    fchmodSync(file, before === undefined ? mode : before.mode & 0o777);
    const isRoot = process.getuid?.() === 0;
    const { uid, gid } = before ?? (isRoot ? statSync(dirname(target)) : fstatSync(file));
    const made = fstatSync(file);
    if (made.uid !== uid || made.gid !== gid) own(file, { uid, gid }, target);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function own(
  file: number,
  { uid, gid }: { readonly uid: number; readonly gid: number },
  target: string,
): void {
  try {
    fchownSync(file, uid, gid);
  } catch (cause) {
    throw new SettingRefused(
      `${target} belongs to user ${uid} and group ${gid}, which this service cannot keep: change it on the machine itself`,
      { cause },
    );
  }
}
