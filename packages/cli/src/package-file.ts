import { existsSync, readFileSync } from "node:fs";

/** A file of this package. Found from here, since `dist` and the bundle are each a folder below the package. */
export const packageFile = (name: string): string =>
  readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

/** What people type to run it: in a checkout nothing is on the PATH. */
export const commandName = (): string =>
  existsSync(new URL("../../../scripts/pilothouse.mjs", import.meta.url)) ? "./pilothouse" : "pilothouse";
