import { randomBytes } from "node:crypto";
import { createReadStream, fstatSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { isNoEntry, NotPlain, replaceLargeFile, sweepDrafts, withPlainFile } from "@pilothouse/system";
import { isDiskFull } from "../../store/disk-full.js";
import { type Store, storeFile } from "../../store/store.js";
import { type BackedUp, pack } from "./archive.js";
import { BackupError } from "./backup-error.js";

export interface BackupNeeds {
  readonly dataDir: string;
  readonly store: Pick<Store, "copyInto">;
  /** Files to include in addition to the store; a missing one is left out. */
  readonly files: readonly string[];
  readonly version: string;
  readonly now: number;
  readonly passphrase?: string | undefined;
}

/** Files of a running service are small; what is larger is not one of them. */
const LARGEST_FILE = 2 ** 26;

/** Everything that must not be lost, as the bytes of one file. */
export async function makeBackup(needs: BackupNeeds): Promise<Buffer> {
  const { dataDir, store, files, version, now, passphrase } = needs;
  const directory = resolve(dataDir);
  const others = [...new Set(files.map((file) => resolve(file)))];
  const draft = join(directory, `backup-${randomBytes(6).toString("hex")}.db`);
  try {
    const copied = await copyOf(store, directory, draft);
    const all = [copied, ...others.flatMap((file) => read(file, directory))];
    return await pack({ at: now, version, dataDir: directory, files: all }, passphrase);
  } finally {
    rmSync(draft, { force: true });
  }
}

async function copyOf(store: BackupNeeds["store"], directory: string, draft: string): Promise<BackedUp> {
  try {
    // SQLite would make it as the umask says.
    writeFileSync(draft, "", { mode: 0o600, flag: "wx" });
    await store.copyInto(draft);
  } catch (cause) {
    if (isDiskFull(cause))
      throw new BackupError(`there is no space left in ${directory} for a copy of the store`, { cause });
    throw cause;
  }
  const bytes = { length: statSync(draft).size, pieces: () => createReadStream(draft) };
  return { path: relative(directory, storeFile(directory)), mode: 0o600, bytes };
}

function read(file: string, directory: string): BackedUp[] {
  const within = relative(directory, file);
  const isWithin = !within.startsWith("..") && !isAbsolute(within);
  const path = isWithin ? within : file;
  try {
    return withPlainFile(file, { links: true }, (opened) => {
      const { size, mode } = fstatSync(opened);
      if (size > LARGEST_FILE) throw new BackupError(`${file} is too large for a backup`);
      return [{ path, mode: mode & 0o777, bytes: readFileSync(opened) }];
    });
  } catch (error) {
    if (isNoEntry(error) || error instanceof NotPlain) return [];
    throw error;
  }
}

/** Writes a backup durably; only its owner may read it. The path has the old file, or none, until it is complete. */
export async function writeBackup(path: string, bytes: Buffer): Promise<void> {
  try {
    sweepDrafts(path);
    await replaceLargeFile(path, bytes);
  } catch (cause) {
    const { message } = cause as Error;
    throw new BackupError(
      isDiskFull(cause) ? `there is no space left for ${path}` : `${path} cannot be written: ${message}`,
      { cause },
    );
  }
}
