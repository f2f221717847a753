import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, resolve } from "node:path";
import type { Clock } from "@pilothouse/drivers/port";
import { makeDirectory, replaceFile, syncDirectory, takePlace } from "@pilothouse/system";
import { journalOf } from "../../store/opening/aside.js";
import { openSqlite, rollBack, type Sqlite } from "../../store/sqlite.js";
import { Store, StoreError, storeFile } from "../../store/store.js";
import { dropOrder } from "../acting/graceful-order.js";
import { dropPending } from "../apply/applied.js";
import { addEndEvent } from "../record/service-life.js";
import type { BackedUp, Backup } from "./archive.js";
import { BackupError } from "./backup-error.js";

const STAGE = ".restore-";

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
 * under temporary names. The store is replaced in one step: after a crash either the old one is there or the new one.
 * Returns where the old store was kept, if there was one.
 */
export async function restore(backup: Backup, dataDir: string, clock: Clock): Promise<string | undefined> {
  const directory = resolve(dataDir);
  const files = within(backup);
  for (const { path } of files) requireInside(path);
  if (!files.some(({ path }) => path === basename(storeFile(directory))))
    throw new BackupError("the backup holds no store");
  makeDirectory(directory, 0o700);
  release(requireNoService(directory));
  for (const name of readdirSync(directory))
    if (name.startsWith(STAGE)) rmSync(join(directory, name), { recursive: true });
  const stage = mkdtempSync(join(directory, STAGE));
  try {
    for (const { path, mode, bytes } of files) {
      makeDirectory(dirname(join(stage, path)), 0o700);
      writeFileSync(join(stage, path), bytes, { mode, flag: "wx" });
    }
    await requireGoodStore(stage, clock);
    const kept = keepOld(directory, clock);
    swapStore(stage, directory);
    for (const { path } of files)
      if (path !== basename(storeFile(directory))) {
        makeDirectory(dirname(join(directory, path)), 0o700);
        takePlace(join(stage, path), join(directory, path));
      }
    return kept;
  } finally {
    rmSync(stage, { recursive: true, force: true });
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
export function restoreElsewhere({ path, mode, bytes }: BackedUp): void {
  makeDirectory(dirname(path), 0o700);
  replaceFile(path, bytes, { newMode: mode & 0o755 });
}

function requireInside(path: string): void {
  const clean = normalize(path);
  if (clean !== path || clean.startsWith("..") || isAbsolute(clean) || clean.startsWith(STAGE))
    throw new BackupError(`the backup holds a file with a path that it must not have: ${path}`);
}

/** Throws while a service runs there. The lock that is returned keeps others out until it is closed. */
function requireNoService(directory: string): Sqlite | undefined {
  const file = storeFile(directory);
  if (!existsSync(file)) return undefined;
  const db = openSqlite(file);
  try {
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db.close();
    if (/locked|busy/i.test((error as Error).message))
      throw new BackupError(`a service runs in ${directory}: stop it first`);
    // A damaged store is no reason not to replace it.
    return undefined;
  }
}

function release(lock: Sqlite | undefined): void {
  if (lock === undefined) return;
  rollBack(lock);
  lock.close();
}

/**
 * The same checks as at a start, and the steps to the newest schema, before anything is replaced. Sessions of people
 * are ended: some may have been ended since, because a stranger had them. Tokens of programs stay, or these would stop.
 * What was under way when the backup was made is over.
 */
async function requireGoodStore(stage: string, clock: Clock): Promise<void> {
  try {
    const store = Store.open(stage, clock);
    try {
      // Without a session nothing is written: a store that was never used has no password, and one with a write needs it.
      if (store.get("SELECT 1 FROM token WHERE program = 0") !== undefined)
        await store.write((db) => db.run("DELETE FROM token WHERE program = 0"));
      await dropPending(store, clock.now());
      await dropOrder(store);
      await addEndEvent(store, clock);
    } finally {
      await store.close();
    }
    rmSync(journalOf(storeFile(stage)), { force: true });
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause;
    const reason = cause.message.replaceAll(`${stage}/`, "");
    throw new BackupError(`the store in the backup cannot be used: ${reason}`, { cause });
  }
}

/** A copy, so that there is a store in its place at every moment: without one a start would make a new one. */
function keepOld(directory: string, clock: Clock): string | undefined {
  const file = storeFile(directory);
  if (!existsSync(file)) return undefined;
  const time = new Date(clock.now()).toISOString().replaceAll(/[-:]/g, "").replace(/\.\d+/, "");
  const aside = `${file}.before-restore-${time}`;
  copyFileSync(file, `${aside}.part`);
  takePlace(`${aside}.part`, aside);
  return aside;
}

function swapStore(stage: string, directory: string): void {
  const file = storeFile(directory);
  const lock = requireNoService(directory);
  try {
    // Of a store that could not be opened: it would be played into the new one.
    if (lock === undefined && existsSync(journalOf(file)))
      renameSync(journalOf(file), `${journalOf(file)}.before-restore`);
    takePlace(storeFile(stage), file);
  } finally {
    release(lock);
  }
  syncDirectory(directory);
}
