import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { Clock } from "@pilothouse/drivers/port";
import { reason } from "@pilothouse/protocol";
import { makeDirectory, replaceFile, replaceLargeFile } from "@pilothouse/system";
import { journalOf } from "../../store/opening/aside.js";
import { Store, StoreError, storeFile } from "../../store/store.js";
import { Damage } from "../../store/store-error.js";
import { dropOrder } from "../acting/graceful-order.js";
import { dropPending } from "../apply/applied.js";
import { addEndEvent } from "../record/service-life.js";
import type { BackedUp, Backup } from "./archive.js";
import { BackupError } from "./backup-error.js";
import { bytesOf, piecesOf } from "./pieces.js";
import {
  acceptSwap,
  commitSwap,
  release,
  requireNoService,
  resumeSwap,
  STAGE,
  type Staged,
  sweepStages,
  undoSwap,
} from "./swap/swap.js";

/** The files of a backup that are not of the data directory, by their whole paths. */
export const filesElsewhere = ({ files }: Backup): readonly BackedUp[] =>
  files.filter(({ path }) => isAbsolute(path));
const within = ({ files }: Backup): readonly BackedUp[] => files.filter(({ path }) => !isAbsolute(path));

/** What is in a directory already that a restore would replace. */
export const existingTargets = (backup: Backup, dataDir: string): readonly string[] =>
  within(backup)
    .map(({ path }) => join(dataDir, path))
    .filter((path) => existsSync(path));

/**
 * Puts the files of a backup into a data directory in which no service runs. They are first written and checked
 * under temporary names. After a crash either the old store is there or the new one, and the next start or restore
 * sees to the rest. Returns where the old store was kept, if there was one.
 */
export async function restore(backup: Backup, dataDir: string, clock: Clock): Promise<string | undefined> {
  const directory = resolve(dataDir);
  makeDirectory(directory, 0o700);
  release(requireNoService(directory));
  sweepStages(directory);
  // One that was interrupted.
  resumeSwap(directory, clock);
  acceptSwap(directory, clock);
  const staged = await stageFiles({ ...backup, files: within(backup) }, directory, clock);
  try {
    commitSwap(staged, directory);
    resumeSwap(directory, clock);
  } catch (error) {
    if (undoSwap(directory, (error as Error).message)) acceptSwap(directory, clock);
    rmSync(staged.stage, { recursive: true, force: true });
    throw error;
  }
  return acceptSwap(directory, clock);
}

/** Writes files beside those of the data directory, on the disk and checked. All of them belong there, or it throws. */
export async function stageFiles(
  { at, files }: Backup,
  directory: string,
  clock: Clock,
  change: (store: Store) => Promise<void> = async () => {},
): Promise<Staged> {
  const paths = files.map(({ path }) => path);
  const store = basename(storeFile(directory));
  for (const path of paths) requireInside(path, store);
  if (new Set(paths).size < paths.length) throw new BackupError("the backup holds a file twice");
  if (!paths.includes(store)) throw new BackupError("the backup holds no store");
  const stage = mkdtempSync(join(directory, STAGE));
  try {
    const folder = join(stage, "new");
    for (const { path, mode, bytes } of files) {
      const file = join(folder, path);
      makeDirectory(dirname(file), 0o700);
      if (path === store) await replaceLargeFile(file, piecesOf(bytes));
      else replaceFile(file, await bytesOf(bytes), { mode, ours: true });
    }
    await requireGoodStore(folder, clock, change);
    return { stage, at, paths };
  } catch (error) {
    rmSync(stage, { recursive: true, force: true });
    throw error;
  }
}

/** A token that works again after a restore, though it may have been revoked since the backup was made. */
export interface RestoredToken {
  readonly name: string;
  readonly expires: number;
}

/** The tokens of programs in the store of a directory in which no service runs. */
export async function restoredTokens(dataDir: string, clock: Clock): Promise<readonly RestoredToken[]> {
  const store = Store.open(resolve(dataDir), clock);
  try {
    return store
      .all("SELECT name, expires FROM token WHERE program = 1 AND expires > ? ORDER BY name", clock.now())
      .map((row) => ({ name: String(row["name"]), expires: Number(row["expires"]) }));
  } finally {
    await store.close();
  }
}

/** Puts a file back to where it was, outside of the data directory. Only its owner can change it there. */
export async function restoreElsewhere({ path, mode, bytes }: BackedUp): Promise<void> {
  makeDirectory(dirname(path), 0o700);
  replaceFile(path, await bytesOf(bytes), { newMode: mode & 0o755 });
}

/** Files and folders below the data directory, by plain names, and none that SQLite would take for part of the store. */
function requireInside(path: string, store: string): void {
  const parts = path.split("/");
  const isPlain = parts.every(
    (part) => part !== "" && part !== "." && part !== ".." && !UNPRINTABLE.test(part),
  );
  const isOurs = path.startsWith(".restor") || (path !== store && path.startsWith(store));
  if (!isPlain || isOurs)
    throw new BackupError(`the backup holds a file with a path that it must not have: ${path}`);
}
const UNPRINTABLE = /[\0-\x1f\x7f]/;

/**
 * The same checks as at a start, and the steps to the newest schema, before anything is replaced. Sessions of people
 * are ended: some may have been ended since, because a stranger had them. Tokens of programs stay, or these would stop.
 * What was under way when the backup was made is over.
 */
async function requireGoodStore(
  folder: string,
  clock: Clock,
  change: (store: Store) => Promise<void>,
): Promise<void> {
  try {
    const store = Store.open(folder, clock);
    try {
      // Without a session nothing is written: a store that was never used has no password, and one with a write needs it.
      if (store.get("SELECT 1 FROM token WHERE program = 0") !== undefined)
        await store.write((db) => db.run("DELETE FROM token WHERE program = 0"));
      await dropPending(store, clock.now());
      await dropOrder(store);
      await addEndEvent(store, clock);
      await change(store);
    } finally {
      await store.close();
    }
    rmSync(journalOf(storeFile(folder)), { force: true });
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause;
    // Where it was set aside, and what is to be done about it, is for a store in its place.
    const text =
      cause.cause instanceof Damage
        ? `it is damaged (${cause.cause.message})`
        : cause.message.replaceAll(`${folder}/`, "");
    throw new BackupError(`the store in the backup cannot be used: ${text}`, {
      cause,
      why: /newer version/.test(text) ? { key: "file", reason: reason("restore.newer") } : undefined,
    });
  }
}
