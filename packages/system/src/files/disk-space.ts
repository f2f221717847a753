import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Finding, ok, problem, warning } from "../finding.js";
import { orNoEntry } from "../or-undefined.js";

const MIB = 2 ** 20;

/** Below either the disk is nearly full. */
const LOW = { freeMiB: 100, percent: 5, percentOfAtMostMiB: 2_048 };

export interface Space {
  readonly free: number;
  readonly size: number;
}

/** A file system. Some make room for files as they are needed, and count none: `files` is 0 there. */
export interface FileSystem extends Space {
  readonly freeFiles: number;
  readonly files: number;
  readonly readOnly: boolean;
}

/** What a user other than root can still put there. */
export function fileSystemOf(directory: string): FileSystem {
  const { bavail, blocks, bsize, ffree, files } = statfsSync(directory);
  const space = { free: bavail * bsize, size: blocks * bsize };
  return { ...space, freeFiles: ffree, files, readOnly: isReadOnly(directory) };
}

/** Whether it is nearly full; with a margin above 1, already a little before. */
export function isLow({ free, size }: Space, margin = 1): boolean {
  const { freeMiB, percent, percentOfAtMostMiB } = LOW;
  if (free < freeMiB * MIB * margin) return true;
  return free < percentOfAtMostMiB * MIB * margin && free < (size * percent * margin) / 100;
}

/** What somebody must be able to write. */
export interface Need {
  readonly bytes: number;
  readonly files: number;
}

/** What to find about the file system of a directory, which may not be there yet. */
export function checkSpace(directory: string, system: FileSystem, need: Need): Finding[] {
  const { free, size, freeFiles, files, readOnly } = system;
  const mib = (bytes: number) => `${Math.floor(bytes / MIB)} MiB`;
  const left = `${mib(free)} of ${mib(size)} are free where ${directory} is`;
  if (readOnly)
    return [
      problem(
        `the file system of ${directory} is read-only`,
        "see why: after an error of the disk the system makes it so (dmesg); mount it writable, or choose another directory",
      ),
    ];
  const found: Finding[] = [];
  if (free < need.bytes)
    found.push(
      problem(
        `the disk is full, or nearly: ${left}, and at least ${mib(need.bytes)} are needed`,
        `make space: du -xh ${directory} shows what is large there; then restart what has stopped`,
      ),
    );
  else if (isLow(system)) found.push(warning(`the disk is nearly full: ${left}`, `make space on that disk`));
  if (files > 0 && freeFiles < need.files)
    found.push(
      problem(
        `the file system of ${directory} has room for ${freeFiles} more files (inodes), and ${need.files} are needed`,
        `remove files from it, many small ones above all: df -i ${directory} shows how many there are`,
      ),
    );
  return found.length > 0 ? found : [ok(left)];
}

/** The directory, or the nearest above it that is there. */
export function nearestDirectory(path: string): string {
  const whole = resolve(path);
  if (orNoEntry(() => statSync(whole), "ENOTDIR")?.isDirectory()) return whole;
  return nearestDirectory(dirname(whole));
}

function isReadOnly(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS";
  }
}
