import { chmod, copyFile, rm } from "node:fs/promises";
import { type Reason, reason } from "@pilothouse/protocol";
import { type Run, takePlace } from "@pilothouse/system";
import type { VerifiedUpdate } from "../../port.js";
import { versionOf } from "./version.js";

/**
 * Puts another i2pd in the place of the one there, atomically. The running router keeps the old
 * one until it ends. The file must be the program itself, for this machine.
 */
export async function installBinary(
  { version, file }: VerifiedUpdate,
  binary: string,
  run: Run,
  progress: (message: string) => void,
): Promise<Reason> {
  const beside = `${binary}.new`;
  const before = `${binary}.old.new`;
  try {
    await copyFile(file, beside);
    await chmod(beside, 0o755);
    progress("Trying whether it runs");
    const reported = (await versionOf(beside, run, progress)).join(".");
    if (reported !== version) throw new Error(`The file is i2pd ${reported}, not ${version}`);
    await copyFile(binary, before);
    takePlace(before, `${binary}.old`);
    takePlace(beside, binary);
  } finally {
    for (const draft of [beside, before]) await rm(draft, { force: true });
  }
  return reason("update.readyKept", { version, file: `${binary}.old` });
}
