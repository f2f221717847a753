import { chmodSync, constants, fchmodSync, lstatSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Clock } from "@pilothouse/drivers/port";
import { makeDirectory, NotPlain, orNoEntry, syncDirectory, withPlainFile } from "@pilothouse/system";
import { isDiskFull } from "../disk-full.js";
import { openSqlite, rollBack, type Sqlite } from "../sqlite.js";
import { Damage, StoreError } from "../store-error.js";
import { damagedBeside, journalOf, refuseWithoutSuccessor, setAside } from "./aside.js";
import { journalFault } from "./journal.js";
import { MIGRATIONS } from "./migrations.js";
import { requireSound } from "./soundness.js";

/** Marks the file as ours ("plth"), so that another program's database is never taken for it. */
export const APPLICATION_ID = 0x706c7468;

/** Opens the store's file, locked, checked and of the newest schema; makes it where there is none. */
export function openFile(dataDir: string, file: string, clock: Clock): Sqlite {
  prepareDirectory(dataDir);
  refusing(file, () => refuseWithoutSuccessor(file));
  try {
    return locked(dataDir, file);
  } catch (error) {
    throw error instanceof Damage ? setAside(file, error, clock) : error;
  }
}

/** Whether there is a store, be it one that cannot be opened: only where there is none would a new one be made. */
export function hasStore(dataDir: string, file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return orNoEntry(() => damagedBeside(file), "ENOTDIR") !== undefined;
  return !found.isFile() || found.size > 0 || isEmptied(dataDir, file);
}

function prepareDirectory(dataDir: string): void {
  try {
    makeDirectory(dataDir, 0o700);
    if ((statSync(dataDir).mode & 0o077) !== 0) chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new StoreError(
      `the data directory ${dataDir} cannot be used: ${(error as Error).message}; choose another one (--data-dir)`,
    );
  }
}

function locked(dataDir: string, file: string): Sqlite {
  const wasEmptied = isEmptied(dataDir, file);
  const fault = refusing(file, () => journalFault(file));
  if (fault !== undefined) throw new Damage(fault);
  const made = refusing(file, () => make(file));
  const db = refusing(file, () => openSqlite(file));
  try {
    refusing(file, () => {
      lock(db);
      // Asked again under the lock: another service may have been about to make it.
      if (wasEmptied && isEmptied(dataDir, file)) throw new Damage("it is empty");
      prepareFile(db, file);
    });
    return db;
  } catch (error) {
    rollBack(db);
    db.close();
    // An empty file would be taken for an emptied store at the next start.
    if (made && statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
    throw error;
  }
}

/** Makes the file where there is none, and says so. SQLite gives its journal the mode and owner of the file. */
function make(file: string): boolean {
  const made = lstatSync(file, { throwIfNoEntry: false }) === undefined;
  createPrivate(file);
  return made;
}

const createPrivate = (file: string): void =>
  withPlainFile(file, { flags: constants.O_RDWR | constants.O_CREAT }, (opened) => fchmodSync(opened, 0o600));

/**
 * SQLite would make the journal too, but go on when the directory cannot be synced: a power cut could then take
 * away the whole store, or the record of half a write.
 */
function makeNamesDurable(file: string): void {
  createPrivate(journalOf(file));
  syncDirectory(dirname(file));
}

/**
 * SQLite takes an empty file for a new database, so the factory password would silently come back.
 * A first start that was killed at once leaves an empty file too, but hardly ever other files with it.
 */
function isEmptied(dataDir: string, file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return false;
  return readdirSync(dataDir).some((name) => !name.startsWith(basename(file)));
}

/** The lock is the kernel's: it is taken by the first transaction and ends with the process. */
function lock(db: Sqlite): void {
  db.exec("PRAGMA locking_mode = EXCLUSIVE");
  db.exec("BEGIN EXCLUSIVE");
}

/** Within the transaction that took the lock. */
function prepareFile(db: Sqlite, file: string): void {
  const pragma = (name: string) => Number(db.get(`PRAGMA ${name}`)?.[name]);
  const version = pragma("user_version");
  const application = pragma("application_id");
  const isNew =
    version === 0 && application === 0 && db.get("SELECT 1 AS one FROM sqlite_schema") === undefined;
  if (!isNew && application !== APPLICATION_ID)
    throw new StoreError(`${file} is not a store of Pilothouse; move it away or choose another data_dir`);
  if (version > MIGRATIONS.length)
    throw new StoreError(
      `${file} was written by a newer version of Pilothouse (schema ${version}, this one knows ${MIGRATIONS.length}); start that version`,
    );
  // Asked again under the lock: another start may have set the damaged one aside a moment ago.
  if (isNew) refuseWithoutSuccessor(file);
  else requireSound(db);
  makeNamesDurable(file);
  for (const step of MIGRATIONS.slice(version)) db.exec(step);
  if (version < MIGRATIONS.length) {
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  }
  db.exec("COMMIT");
  // A write-ahead log is not used: see docs/decisions. EXTRA also syncs the directory.
  db.exec("PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = EXTRA");
}

/** How the file of a store that nobody has open is damaged; undefined when it is sound. It is only read. */
export function damageOf(file: string): string | undefined {
  try {
    refusing(file, () => {
      const db = openSqlite(file);
      try {
        db.exec("PRAGMA query_only = ON");
        requireSound(db);
      } finally {
        db.close();
      }
    });
    return undefined;
  } catch (error) {
    if (error instanceof Damage) return error.message;
    throw error;
  }
}

/** Turns SQLite's own errors at the opening into sentences. */
function refusing<T>(file: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof StoreError || error instanceof Damage) throw error;
    const { message } = error as Error;
    if (error instanceof NotPlain) throw new StoreError(message);
    if (/locked|busy/i.test(message))
      throw new StoreError(`${file} is in use by another running instance of Pilothouse`, true);
    if (/not a database|malformed|corrupt/i.test(message)) throw new Damage(message);
    if (isDiskFull(error))
      throw new StoreError(`there is no space left for ${file}: free some on that disk, and start again`);
    throw new StoreError(`${file} cannot be opened: ${message}`);
  }
}
