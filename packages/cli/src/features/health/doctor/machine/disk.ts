import { statSync } from "node:fs";
import { storeFile } from "@pilothouse/server";
import { type Check, fileSystemOf, judgeSpace, nearestDirectory, orNoEntry } from "@pilothouse/system";
import type { Situation } from "../situation.js";

/** A write needs room for the journal as well; an upgrade and a backup for the store once more. */
const LEAST_BYTES = 16 * 2 ** 20;
const LEAST_FILES = 50;

/** A service whose disk is full saves nothing, and does not start again. */
export const disk: Check<Situation> = {
  name: "disk",
  look: ({ settings: { data_dir } }) => {
    const store = orNoEntry(() => statSync(storeFile(data_dir)), "ENOTDIR")?.size ?? 0;
    const need = { bytes: Math.max(LEAST_BYTES, 2 * store), files: LEAST_FILES };
    return judgeSpace(data_dir, fileSystemOf(nearestDirectory(data_dir)), need);
  },
};
