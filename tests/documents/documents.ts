import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");
export const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The files below a folder whose names end so, as paths from the root. */
export const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name) && !/(^|\/)(node_modules|dist\w*|bundle|out)\//.test(name))
    .map((name) => `${folder}/${name}`);

/** Every document that people read, as a path from the root. */
export const DOCUMENTS: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...["docs", "packages", "packaging", "tests"].flatMap((folder) => filesIn(folder, /\.md$/)),
].sort();

/** The text of every fenced block of one of these languages. */
export const blocksOf = (text: string, ...languages: readonly string[]): string[] =>
  [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, , language = ""]) => languages.includes(language))
    .map(([, indent = "", , code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), ""));

/** The commands of a block, one a line: without comments, with continued lines joined. */
export const commandsOf = (block: string): string[] =>
  block
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
