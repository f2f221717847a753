import { createRequire } from "node:module";
import { dirname } from "node:path";

/** Where the console's built files are; undefined where it was not built. */
export const consoleDir: string | undefined = built();

function built(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve("@pilothouse/console/index.html"));
  } catch {
    return undefined;
  }
}
