import { chmod, copyFile, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Run } from "@pilothouse/system";
import type { VerifiedUpdate } from "../../port.js";
import { versionOf } from "./version.js";

/**
 * Puts another i2pd in the place of the one there, at one blow. The running router keeps the old
 * one until it ends. The file must be the program itself, for this machine.
 */
export async function installBinary(
  { version, file }: VerifiedUpdate,
  binary: string,
  run: Run,
  progress: (message: string) => void,
): Promise<string> {
  const beside = `${binary}.new`;
  try {
    await copyFile(file, beside);
    await chmod(beside, 0o755);
    progress("Trying whether it runs");
    const told = (await versionOf(beside, run, progress)).join(".");
    if (told !== version) throw new Error(`The file is i2pd ${told}, not ${version}`);
    await synced(beside);
    await copyFile(binary, `${binary}.old`);
    await rename(beside, binary);
    await synced(dirname(binary));
  } finally {
    await rm(beside, { force: true });
  }
  return `i2pd ${version} is installed and runs after the next restart; the one before is kept as ${binary}.old`;
}

async function synced(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
