import { statSync } from "node:fs";
import { type Check, checkSpace, fileSystemOf, nearestDirectory } from "@pilothouse/system";
import type { Placed } from "./placed.js";

/** The network database has a small file for each of the peers, some thousands in all, and there is the log. */
const NEED = { bytes: 64 * 2 ** 20, files: 5_000 };

/** The disk of the router, where it is another one than that of the service. */
export const i2pdDisk: Check<Placed> = {
  name: "i2pd disk",
  look: ({ i2pd, settings }) => {
    const [ours, its] = [settings.data_dir, i2pd.dataDir].map(nearestDirectory) as [string, string];
    const found = checkSpace(i2pd.dataDir, fileSystemOf(its), NEED);
    return statSync(ours).dev === statSync(its).dev
      ? found.filter(({ level }) => level === "problem")
      : found;
  },
};
