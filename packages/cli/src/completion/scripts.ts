import { readFileSync } from "node:fs";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A line that says to the scripts: here the shell's own files are meant. */
export const FILES = ":files";

/** The scripts know nothing themselves: all shells ask the program, which knows profiles as they are now. */
export const scriptFor = (shell: Shell): string =>
  readFileSync(new URL(`../../completions/pilothouse.${shell}`, import.meta.url), "utf8");
