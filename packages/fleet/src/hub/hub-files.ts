import { join } from "node:path";
import { certificateFiles } from "@pilothouse/server";
import { fleetKeysFile } from "../keys/fleet-keys.js";

/** What a hub has beside its store and cannot do without: nodes trust only its keys, and its bus by its certificate. */
export const hubFiles = (dataDir: string): readonly string[] => [
  fleetKeysFile(dataDir),
  ...Object.values(certificateFiles(join(dataDir, "bus"))),
];
