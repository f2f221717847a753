import { randomBytes } from "node:crypto";
import { link, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { orNoEntry, textOf } from "@pilothouse/system";
import { NotPossible } from "../../port.js";
import { processIn, processOf } from "./process.js";

const NAME = "pilothouse.lock";
/** Held by this process: a second driver in it is refused too. */
const held = new Set<string>();

/**
 * Allows only one service on a directory of i2pd: with two, one would start a router that the other has
 * stopped. The lock is a file that names our process by its number and start time; if that process is
 * gone, the lock is ignored. Resolves with a function that releases it.
 */
export async function lockDirectory(dir: string): Promise<() => Promise<void>> {
  const file = join(dir, NAME);
  if (held.has(file)) throw inUse(dir, process.pid);
  held.add(file);
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const mark = `${process.pid}@${(await processOf(process.pid))?.began}`;
  try {
    await writeFile(draft, mark, { mode: 0o600 });
    while (!(await linked(draft, file))) await removeStale(dir, file);
  } catch (error) {
    held.delete(file);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    held.delete(file);
    if ((await textOf(file)) === mark) await rm(file, { force: true });
  };
}

/** Unlike writing a file, a link fails when there is one already, and is never half there. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function removeStale(dir: string, file: string): Promise<void> {
  const mark = await textOf(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EACCES") throw cause;
    throw new NotPossible(`${file} is another user's, whose Pilothouse manages the i2pd of ${dir}`, {
      cause,
    });
  });
  if (mark === undefined) return;
  const holder = await holderOf(mark);
  if (holder !== undefined) throw inUse(dir, holder);
  // Moved and checked again: another service may have replaced it since.
  const aside = `${file}.${randomBytes(6).toString("hex")}`;
  if ((await orNoEntry(() => rename(file, aside).then(() => true))) === undefined) return;
  if ((await textOf(aside)) !== mark) await linked(aside, file);
  await rm(aside, { force: true });
}

/** The process that holds a lock; undefined when it is gone. A lock with our own number was left by an earlier process. */
async function holderOf(mark: string): Promise<number | undefined> {
  const pid = (await processIn(mark))?.pid;
  return pid === process.pid ? undefined : pid;
}

const inUse = (dir: string, pid: number): NotPossible =>
  new NotPossible(`Another Pilothouse (process ${pid}) manages the i2pd of ${dir}: stop that one first`);
