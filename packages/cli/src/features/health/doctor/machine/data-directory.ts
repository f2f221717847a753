import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { storeFile } from "@pilothouse/server";
import {
  type Check,
  checkSpace,
  type Finding,
  type Findings,
  fileSystemOf,
  modeText,
  nearestDirectory,
  ok,
  orNoEntry,
  problem,
} from "@pilothouse/system";
import type { Situation } from "../situation.js";

export const dataDirectory: Check<Situation> = {
  name: "data directory",
  look: ({ settings: { data_dir } }) => {
    const stat = orNoEntry(() => statSync(data_dir));
    if (stat === undefined) return ok(`${data_dir} is not there yet; the first start makes it`);
    if (!stat.isDirectory())
      return problem(`${data_dir} is not a directory`, "move it away, or choose another data_dir");
    const found = [...open(data_dir, stat.mode), ...openFiles(data_dir, stat.uid)];
    return found.length > 0 ? found : ok(`${data_dir} and its files can be read only by their owner`);
  },
};

const open = (dir: string, mode: number): readonly Finding[] =>
  (mode & 0o077) === 0 ? [] : [problem(`${dir} is open to others (${modeText(mode)})`, `chmod 700 ${dir}`)];

function openFiles(dir: string, owner: number): readonly Finding[] {
  const files = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ name }): Findings => {
    const file = join(dir, name);
    const stat = orNoEntry(() => statSync(file));
    if (stat === undefined) return [];
    if (stat.uid !== owner)
      return problem(`${file} belongs to another user (${stat.uid})`, `chown ${owner} ${file}`);
    if ((stat.mode & 0o077) === 0) return [];
    return problem(`${file} is open to others (${modeText(stat.mode)})`, `chmod 600 ${file}`);
  });
}

/** A write needs room for the journal as well; an upgrade and a backup for the store once more. */
const LEAST_BYTES = 16 * 2 ** 20;
const LEAST_FILES = 50;

/** A service whose disk is full saves nothing, and does not start again. */
export const disk: Check<Situation> = {
  name: "disk",
  look: ({ settings: { data_dir } }) => {
    const store = orNoEntry(() => statSync(storeFile(data_dir)), "ENOTDIR")?.size ?? 0;
    const need = { bytes: Math.max(LEAST_BYTES, 2 * store), files: LEAST_FILES };
    return checkSpace(data_dir, fileSystemOf(nearestDirectory(data_dir)), need);
  },
};
