import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, open, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { SettingRefused } from "../../port.js";

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
 * whenever the power fails, finds the old text or the new. Owner, group and mode stay, or nothing is
 * done. A new file is for its owner alone; made by root, it belongs to whom the directory belongs.
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
      else if (before !== undefined) await keepOwner(file, before, target);
    });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await filled(await open(dirname(target)), async () => {});
}

/** Another program reads the file by its owner or group, and could not any more. */
async function keepOwner(file: FileHandle, { uid, gid, mode }: Stats, target: string): Promise<void> {
  const made = await file.stat();
  if (made.uid === uid && (made.gid === gid || (mode & 0o070) === 0)) return;
  await file.chown(uid, gid).catch((cause: unknown) => {
    throw new SettingRefused(
      `${target} belongs to user ${uid} and group ${gid}, which would be lost if user ${made.uid} replaced it. On the machine itself, make it that user's and let that user into the group: chown ${made.uid}:${gid} ${target}; usermod --append --groups ${gid} (name of the user)`,
      { cause },
    );
  });
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
