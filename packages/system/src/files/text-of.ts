import { readFile } from "node:fs/promises";
import { orNoEntry } from "../or-undefined.js";

/** The text of a file; undefined when there is none. */
export const textOf = (path: string): Promise<string | undefined> => orNoEntry(() => readFile(path, "utf8"));
