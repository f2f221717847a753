import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Check, type Finding, modeText, ok, orNoEntry, problem } from "@pilothouse/system";
import type { Situation } from "../situation.js";

export const dataDirectory: Check<Situation> = {
  name: "data directory",
  look: ({ settings: { data_dir } }) => {
    const stat = orNoEntry(() => statSync(data_dir));
    if (stat === undefined) return [ok(`${data_dir} is not there yet; the first start makes it`)];
    if (!stat.isDirectory())
      return [problem(`${data_dir} is not a directory`, "move it away, or choose another data_dir")];
    const found = [...open(data_dir, stat.mode), ...openFiles(data_dir, stat.uid)];
    return found.length > 0 ? found : [ok(`${data_dir} and its files can be read only by their owner`)];
  },
};

const open = (dir: string, mode: number): readonly Finding[] =>
  (mode & 0o077) === 0 ? [] : [problem(`${dir} is open to others (${modeText(mode)})`, `chmod 700 ${dir}`)];

function openFiles(dir: string, owner: number): readonly Finding[] {
  const files = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ name }): readonly Finding[] => {
    const file = join(dir, name);
    const stat = orNoEntry(() => statSync(file));
    if (stat === undefined) return [];
    if (stat.uid !== owner)
      return [problem(`${file} belongs to another user (${stat.uid})`, `chown ${owner} ${file}`)];
    if ((stat.mode & 0o077) === 0) return [];
    return [problem(`${file} is open to others (${modeText(stat.mode)})`, `chmod 600 ${file}`)];
  });
}
