import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** In a package of ours they have a folder of its own. */
const [SHIPPED, BUILT] = ["../console", "../../console/dist"];

/** Where the console's built files are; undefined where it was not built. */
export const consoleDir: string | undefined = [SHIPPED, BUILT]
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .find((folder) => existsSync(folder));
