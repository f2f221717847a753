import { randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

/** The text of a file; undefined when there is none. */
export async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Replaces a file at one blow, and resolves when the new one is on the disk: whoever reads, and
 * whenever the power fails, finds the old text or the new. Owner and mode stay unless told; a new
 * file is for its owner alone, and belongs to whom the directory belongs.
 */
export async function replaceFile(path: string, content: string | Buffer, mode?: number): Promise<void> {
  const target = await orElse(realpath(path), path);
  const before = await orElse(stat(target), undefined);
  const owner = before ?? (await stat(dirname(target)));
  const access = mode ?? (before === undefined ? 0o600 : before.mode & 0o777);
  const beside = `${target}.${randomBytes(6).toString("hex")}`;
  try {
    const file = await open(beside, "wx", access);
    await filled(file, async () => {
      await file.writeFile(content);
      // The mode given to open() is cut by the umask.
      await file.chmod(access);
      if (process.getuid?.() === 0) await file.chown(owner.uid, owner.gid);
    });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await filled(await open(dirname(target)), async () => {});
}

/** Removes what was written beside a file by one who was killed before it could take the file's place. */
export async function sweepBeside(path: string): Promise<void> {
  const target = await orElse(realpath(path), path);
  const parts = (name: string) =>
    name.startsWith(`${basename(target)}.`) && /^\.[0-9a-f]{12}$/.test(extname(name));
  for (const name of (await orElse(readdir(dirname(target)), [])).filter(parts))
    await rm(join(dirname(target), name), { force: true });
}

async function filled(file: FileHandle, fill: () => Promise<void>): Promise<void> {
  try {
    await fill();
    await file.sync();
  } finally {
    await file.close();
  }
}

async function orElse<T, E>(work: Promise<T>, other: E): Promise<T | E> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return other;
    throw error;
  }
}
