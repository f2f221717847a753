import {
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Clock } from "@pilothouse/drivers/port";
import { count, listOf, orNull, parseJson, record, text, type ValueOf } from "@pilothouse/protocol";
import { makeDirectory, orNoEntry, orNone, replaceFile, syncDirectory, takePlace } from "@pilothouse/system";
import type { Actor } from "../../../audit/audit.js";
import { journalOf } from "../../../store/opening/aside.js";
import { openSqlite, rollBack, type Sqlite } from "../../../store/sqlite.js";
import { storeFile } from "../../../store/store.js";
import { BackupError } from "../backup-error.js";
import { carryOver } from "./carried-over.js";

/**
 * How the files of a backup take the place of those in a data directory, wholly or not at all, also when the process is
 * killed. A folder `.restore-…` holds the new files (`new`) while they are checked; until it is renamed to `.restoring`,
 * nothing has happened. From then on each start goes on where the one before it was killed, as marks in the folder say:
 *
 * - none: the new files are put in place, and the old ones are kept in `old`
 * - `tried`: a service was about to start with them. If it did not get far enough to accept them, they are taken back
 * - `failed`, with the reason: the old files are put in place again
 * - `accepted`: only the old store is still to be put aside
 */
export const STAGE = ".restore-";
const SWAP = ".restoring";
const INTERRUPTED = "the service ended while it started with it";

const planType = record({
  /** When the backup was made. */
  at: count,
  paths: listOf(text),
  /** Those of them that were not there before. */
  missing: listOf(text),
  /** Who wants it; null for who typed the command. */
  by: orNull(record({ address: text, session: orNull(text), name: orNull(text) })),
});
type Plan = ValueOf<typeof planType>;

/** Checked files that wait to be put in place. */
export interface Staged {
  readonly stage: string;
  readonly at: number;
  readonly paths: readonly string[];
  /** Values in the store that stay as they are when it is replaced. */
  readonly stays?: readonly string[];
}

/** How a swap has ended, for the record. */
export interface Swapped extends Pick<Plan, "at" | "by"> {
  /** Why it was taken back; undefined when the new files are in place. */
  readonly failed: string | undefined;
}

const folderIn = (directory: string): string => join(directory, SWAP);
const mark = (directory: string, name: "tried" | "accepted" | "failed", content = ""): void =>
  replaceFile(join(folderIn(directory), name), content, { ours: true });
const isMarked = (directory: string, name: "tried" | "accepted" | "failed"): boolean =>
  existsSync(join(folderIn(directory), name));

function planIn(directory: string): Plan | undefined {
  // What is no directory at all is refused by who opens the store.
  const bytes = orNoEntry(() => readFileSync(join(folderIn(directory), "plan.json")), "ENOTDIR");
  return bytes && planType.read(parseJson(bytes));
}

/** Removes what a restore that was never begun has left behind, where nobody else can be at work. */
export function sweepStages(directory: string): void {
  for (const name of orNoEntry(() => readdirSync(directory)) ?? [])
    if (name.startsWith(STAGE)) rmSync(join(directory, name), { recursive: true, force: true });
}

/** From here on the restore is carried out, by this process or by the next start. No service may run there. */
export function commitSwap({ stage, at, paths, stays = [] }: Staged, directory: string, by?: Actor): void {
  // A file that is not there any more would pass for one that is in place already.
  for (const path of paths) statSync(join(stage, "new", path));
  const lock = requireNoService(directory);
  try {
    if (lock !== undefined) carryOver(lock, storeFile(join(stage, "new")), stays);
    const isThere = (path: string) => orNoEntry(() => lstatSync(join(directory, path))) !== undefined;
    for (const path of paths.filter(isThere)) copyTo(join(directory, path), join(stage, "old", path));
    const missing = paths.filter((path) => !isThere(path));
    begin(stage, directory, { at, paths, missing, by: by ? plain(by) : null });
  } finally {
    release(lock);
  }
}

/** Leaves word for the next start that a restore has failed before anything was changed. */
export function failSwap({ stage, at }: Staged, directory: string, reason: string, by?: Actor): void {
  rmSync(stage, { recursive: true, force: true });
  makeDirectory(stage, 0o700);
  replaceFile(join(stage, "failed"), reason, { ours: true });
  begin(stage, directory, { at, paths: [], missing: [], by: by ? plain(by) : null });
}

const plain = ({ address, session, name }: Actor) => ({
  ...{ address, session: session ?? null, name: name ?? null },
});

function begin(stage: string, directory: string, plan: Plan): void {
  replaceFile(join(stage, "plan.json"), planType.write(plan), { ours: true });
  renameSync(stage, folderIn(directory));
  syncDirectory(directory);
}

/** At every start, before the store is opened. Throws if a service runs there. */
export function resumeSwap(directory: string, clock: Clock): void {
  const plan = planIn(directory);
  if (plan === undefined) return;
  const lock = requireNoService(directory);
  try {
    if (isMarked(directory, "accepted")) acceptSwap(directory, clock);
    else if (isMarked(directory, "failed")) takeBack(directory, plan);
    else if (isMarked(directory, "tried") && canGoBack(directory, plan)) undo(directory, plan, INTERRUPTED);
    else {
      putInPlace(directory, plan);
      mark(directory, "tried");
    }
  } finally {
    release(lock);
  }
}

/** What a service that has just started has to record; undefined when nothing was restored. */
export function swapped(directory: string): Swapped | undefined {
  const plan = planIn(directory);
  if (plan === undefined) return undefined;
  const failed = orNoEntry(() => readFileSync(join(folderIn(directory), "failed"), "utf8"));
  return { at: plan.at, by: plan.by, failed };
}

/** The service has started, with the new files or again with the old ones. Returns where the old store is kept. */
export function acceptSwap(directory: string, clock: Clock): string | undefined {
  const plan = planIn(directory);
  if (plan === undefined) return undefined;
  let kept: string | undefined;
  if (!isMarked(directory, "failed")) {
    mark(directory, "accepted");
    const old = join(folderIn(directory), "old", basename(storeFile(directory)));
    if (existsSync(old)) {
      kept = asideOf(storeFile(directory), clock);
      takePlace(old, kept);
      forgetAsides(directory, kept);
    }
  }
  // No longer a swap, whatever happens to the rest.
  const rest = join(directory, `${STAGE}done`);
  rmSync(rest, { recursive: true, force: true });
  renameSync(folderIn(directory), rest);
  syncDirectory(directory);
  rmSync(rest, { recursive: true, force: true });
  return kept;
}

/**
 * Puts the old files back, because the service cannot start with the new ones. False: there is nothing to go back to.
 * Throws if a service runs there.
 */
export function undoSwap(directory: string, reason: string): boolean {
  const plan = planIn(directory);
  if (plan === undefined || isMarked(directory, "accepted") || isMarked(directory, "failed")) return false;
  if (!canGoBack(directory, plan)) return false;
  const lock = requireNoService(directory);
  try {
    undo(directory, plan, reason);
  } finally {
    release(lock);
  }
  return true;
}

function undo(directory: string, plan: Plan, reason: string): void {
  mark(directory, "failed", reason);
  takeBack(directory, plan);
}

/** Without an old store a start would make a new one, with the factory password. */
const canGoBack = (directory: string, { missing }: Plan): boolean =>
  !missing.includes(basename(storeFile(directory)));

function putInPlace(directory: string, { paths }: Plan): void {
  const store = storeFile(directory);
  for (const path of paths) {
    const [draft, target] = [join(folderIn(directory), "new", path), join(directory, path)];
    // Those before the kill are in place.
    if (!existsSync(draft)) continue;
    // Of a store that could not be opened: it would be played into the new one.
    if (target === store && sizeOf(journalOf(store)) > 0)
      renameSync(journalOf(store), `${journalOf(store)}.before-restore`);
    makeDirectory(dirname(target), 0o700);
    takePlace(draft, target);
  }
}

function takeBack(directory: string, { paths, missing }: Plan): void {
  const store = storeFile(directory);
  for (const path of paths) {
    const [old, target] = [join(folderIn(directory), "old", path), join(directory, path)];
    const isThere = orNoEntry(() => lstatSync(old)) !== undefined;
    // That of the store that is given up; it would be played into the old one.
    if (target === store && isThere) rmSync(journalOf(store), { force: true });
    if (isThere) takePlace(old, target);
    else if (missing.includes(path)) rmSync(target, { force: true });
  }
  syncDirectory(directory);
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** A copy: a store that has a second name is not opened. */
function copyTo(path: string, kept: string): void {
  makeDirectory(dirname(kept), 0o700);
  copyFileSync(path, `${kept}.part`);
  takePlace(`${kept}.part`, kept);
}

/** What is kept is never overwritten. */
function asideOf(file: string, clock: Clock): string {
  const time = new Date(clock.now()).toISOString().replaceAll(/[-:]/g, "").replace(/\.\d+/, "");
  const aside = `${file}.before-restore-${time}`;
  let name = aside;
  for (let n = 2; existsSync(name); n++) name = `${aside}.${n}`;
  return name;
}

/** Each has the size of a store, and every restore leaves one: the new one and the newest of the others stay. */
function forgetAsides(directory: string, kept: string): void {
  const others = readdirSync(directory).filter((name) => ASIDE.test(name) && name !== basename(kept));
  // One that cannot be removed is no reason not to start.
  for (const name of others.sort().slice(0, -1)) orNone(() => rmSync(join(directory, name)));
}
const ASIDE = /^pilothouse\.db\.before-restore-\d{8}T\d{6}Z(?:\.\d+)?$/;

/** Throws while a service runs there. The lock that is returned keeps others out until it is closed. */
export function requireNoService(directory: string): Sqlite | undefined {
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

export function release(lock: Sqlite | undefined): void {
  if (lock === undefined) return;
  rollBack(lock);
  lock.close();
}
