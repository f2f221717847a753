import { packageFile } from "../package-file.js";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A line that says to the scripts: here the shell's own files are meant. */
export const FILES = ":files";

/** The scripts know nothing themselves: all shells ask the program, which knows profiles as they are now. */
export const scriptFor = (shell: Shell): string => packageFile(`completions/pilothouse.${shell}`);
