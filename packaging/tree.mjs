// Folders of files that are the same bytes whenever they are made: sorted, of one time, with fixed modes.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../scripts/prepare.mjs";

/** Runs a command to its end and returns what it printed; fails with what it complained of. */
export function output(program, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    ...options,
  });
  if (error) throw new Error(`${program} cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr || stdout}`);
  return stdout;
}

/** The time of everything that is packaged: that of the commit, unless SOURCE_DATE_EPOCH says another. */
export function epoch() {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  return Number(output("git", ["log", "-1", "--format=%ct"]).trim());
}

export const versionOf = (file = "package.json") =>
  JSON.parse(readFileSync(join(root, file), "utf8")).version;

export function put(folder, path, content, mode = 0o644) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

/** Every file below a folder, sorted. */
export function filesIn(folder, below = "") {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      return lstatSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path];
    });
}

/** Copies the files of a folder that `wanted` says yes to; `changed` may alter their text. */
export function copyFiles(from, folder, to, { wanted = () => true, changed } = {}) {
  for (const path of filesIn(from).filter(wanted)) {
    const content = readFileSync(join(from, path));
    put(folder, join(to, path), changed ? changed(path, content.toString()) : content);
  }
}

export const sha256 = (content) => createHash("sha256").update(content).digest("hex");
