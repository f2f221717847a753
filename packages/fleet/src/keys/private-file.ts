import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { syncDirectory } from "@pilothouse/drivers/port";

/** Replaces a file that is for its owner alone; when this returns, the new text survives a power cut. */
export function writePrivate(path: string, text: string): void {
  const beside = `${path}.new`;
  const file = openSync(beside, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
  syncDirectory(dirname(path));
}
