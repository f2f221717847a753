import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the console's built files are; undefined where it was not built. */
export const consoleDir: string | undefined = shipped() ?? built();

/** A package of ours has them in a folder of its own. */
function shipped(): string | undefined {
  const folder = fileURLToPath(new URL("../console", import.meta.url));
  return existsSync(folder) ? folder : undefined;
}

function built(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve("@pilothouse/console/index.html"));
  } catch {
    return undefined;
  }
}
