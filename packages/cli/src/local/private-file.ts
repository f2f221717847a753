import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory } from "@pilothouse/drivers/port";
import { Complaint } from "../terminal/exit.js";

/** The JSON in a file; undefined when there is no such file. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Complaint(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Replaces a file at once or not at all; only its owner may read it. */
export function writePrivateFile(path: string, text: string): void {
  const part = `${path}.${process.pid}.part`;
  try {
    makeDirectory(dirname(path), 0o700);
    const file = openSync(part, "wx", 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw new Complaint(`${path} cannot be written: ${(error as Error).message}`);
  }
}
