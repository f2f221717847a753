import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Files as they may be after a power cut: what was synced is there, and of the rest any part. A file's name is
 * there for sure only when its directory was synced.
 */

export const TRUNCATE = 3;
const [CREATE, WRITE, SYNC, SYNC_DIRECTORY, RENAME, UNLINK, SYNC_DROPPED, MAKE_DIRECTORY] = [
  1, 2, 4, 5, 6, 7, 8, 9,
];
const OF_NAMES = new Set([CREATE, RENAME, UNLINK, MAKE_DIRECTORY]);
/** A disk writes these as a whole or not at all. */
const SECTOR = 512;
const HEAD = 40;

/** The calls that the shim recorded. */
export function callsIn(log) {
  const calls = [];
  for (let at = 0; at < log.length; ) {
    const [op, lost, nameLength, toLength] = [0, 4, 8, 12].map((offset) => log.readUInt32LE(at + offset));
    const [offset, length, stored] = [16, 24, 32].map((place) => Number(log.readBigUInt64LE(at + place)));
    at += HEAD;
    const take = (size) => {
      at += size;
      return log.subarray(at - size, at);
    };
    const [name, to] = [take(nameLength).toString(), take(toLength).toString()];
    calls.push({ op, lost: lost === 1, name, to, offset, length, bytes: take(stored) });
  }
  return calls;
}

/** The content by name; directories have none. */
export const filesOf = (directory) =>
  new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(directory, path), entry.isDirectory() ? undefined : readFileSync(path)];
    }),
  );

/** Writes into `directory` what is left of `base` and the `calls` after it; `keeps` decides on each unsynced part. */
export function afterPowerCut(base, calls, keeps, directory) {
  const files = new Map([...base].map(([name, bytes]) => [name, made(bytes)]));
  // The names on the disk, and the changes of names that are not there yet.
  const names = new Map(files);
  let changes = [];
  for (const call of calls) {
    const { op, name } = call;
    const file = files.get(name) ?? made(op === MAKE_DIRECTORY ? undefined : Buffer.alloc(0));
    if (op === WRITE || op === TRUNCATE) file.pending.push(call);
    if (op === SYNC) settle(file, () => true);
    if (op === SYNC_DROPPED) settle(file, () => false);
    if (OF_NAMES.has(op)) {
      rename(files, call, file);
      changes.push({ call, file });
    }
    if (op !== SYNC_DIRECTORY) continue;
    const isIn = ({ call: { name: one } }) => dirname(one) === (name || ".");
    for (const change of changes.filter(isIn)) if (!change.call.lost) rename(names, change.call, change.file);
    changes = changes.filter((change) => !isIn(change));
  }
  for (const { call, file } of changes) if (!call.lost && keeps()) rename(names, call, file);
  mkdirSync(directory, { recursive: true });
  for (const [name, file] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // Without its directory a file is lost too.
    if (dirname(name) !== "." && !names.has(dirname(name))) continue;
    if (file.bytes === undefined) mkdirSync(join(directory, name));
    else writeFileSync(join(directory, name), settle(file, keeps));
  }
}

const made = (bytes) => ({ bytes: bytes && Buffer.from(bytes), pending: [] });

function rename(names, { op, name, to }, file) {
  if (op === CREATE || op === MAKE_DIRECTORY) names.set(name, file);
  else names.delete(name);
  if (op === RENAME) names.set(to, file);
}

/** What the disk has of a file's pending calls. */
function settle(file, keeps) {
  for (const { op, lost, offset, length, bytes } of file.pending) {
    if (lost) continue;
    if (op === TRUNCATE) {
      if (keeps()) file.bytes = sized(file.bytes, length);
      continue;
    }
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + SECTOR - ((offset + at) % SECTOR));
      if (keeps()) file.bytes = overwritten(file.bytes, offset + at, bytes.subarray(at, end));
      at = end;
    }
  }
  file.pending = [];
  return file.bytes;
}

function sized(bytes, length) {
  const made = Buffer.alloc(length);
  bytes.copy(made);
  return made;
}

function overwritten(bytes, offset, part) {
  const made = offset + part.length > bytes.length ? sized(bytes, offset + part.length) : bytes;
  part.copy(made, offset);
  return made;
}
