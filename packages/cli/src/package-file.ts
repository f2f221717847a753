import { readFileSync } from "node:fs";

/** A file of this package. Found from here, since `dist` and the bundle are each a folder below the package. */
export const packageFile = (name: string): string =>
  readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
