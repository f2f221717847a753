import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { giveToOwner } from "../store/private-directory.js";
import type { Auth } from "./auth.js";

/**
 * How the command line changes the password of a service that is running: it leaves the hash of the
 * new one in the data directory, which only the owner can write, and asks for a reload. The running
 * service is the only one that touches the store.
 */
const fileIn = (dataDir: string): string => join(dataDir, "password.new");

export function leavePasswordHash(dataDir: string, hash: string): void {
  writeFileSync(`${fileIn(dataDir)}.part`, hash, { mode: 0o600 });
  giveToOwner(`${fileIn(dataDir)}.part`, dataDir);
  renameSync(`${fileIn(dataDir)}.part`, fileIn(dataDir));
}

/** Whether a hash is waiting to be taken. */
export const passwordHashWaits = (dataDir: string): boolean => read(dataDir) !== undefined;

/** Takes a waiting hash, if there is one, and says whether there was. */
export async function takePasswordHash(dataDir: string, auth: Auth): Promise<boolean> {
  const hash = read(dataDir);
  if (hash === undefined) return false;
  await auth.takePasswordHash(hash);
  rmSync(fileIn(dataDir));
  return true;
}

function read(dataDir: string): string | undefined {
  try {
    return readFileSync(fileIn(dataDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
