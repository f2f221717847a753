import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseJson } from "@pilothouse/protocol";
import { makeDirectory, NotSynced, orNoEntry, replaceFile } from "@pilothouse/system";
import { Complaint } from "../terminal/exit.js";

/** The JSON in a file; undefined when there is no such file. */
export function readJsonFile(path: string): unknown {
  try {
    return orNoEntry(() => parseJson(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Complaint(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Replaces a file atomically; only its owner may read it. Directories of ours are made where there are none. */
export function writePrivateFile(path: string, text: string, { make = true } = {}): void {
  try {
    if (make) makeDirectory(dirname(path), 0o700);
    replaceFile(path, text, { mode: 0o600, ours: true });
  } catch (error) {
    const { message } = error as Error;
    throw new Complaint(error instanceof NotSynced ? message : `${path} cannot be written: ${message}`);
  }
}
