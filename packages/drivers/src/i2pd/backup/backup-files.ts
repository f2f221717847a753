import { readdirSync } from "node:fs";
import { join } from "node:path";
import { orNone, textAt } from "@pilothouse/system";
import { settingsOf } from "../config/conf.js";
import type { Places } from "../places.js";
import { keptDir } from "../tunnels/kept-keys.js";
import { tunnelPlaces } from "../tunnels/tunnel-files.js";

/**
 * What makes this router the one it is: its configuration, its tunnels, and the keys of both. The network database
 * is left out, since the router gets a new one.
 */
export function backupFiles({
  config,
  dataDir,
  controlDir,
}: Pick<Places, "config" | "dataDir" | "controlDir">): readonly string[] {
  const settings = settingsOf(textAt(config) ?? "");
  const { file, dir } = tunnelPlaces(settings, dataDir);
  return [
    config,
    file,
    ...[".conf", ".conf.stopped"].flatMap((ending) => filesIn(dir, ending)),
    join(dataDir, "router.keys"),
    // Keys of tunnels and proxies, by the names that their configuration gives them.
    ...filesIn(dataDir, ".dat"),
    // Of tunnels that are gone, too.
    ...filesIn(keptDir(controlDir), ".dat"),
  ];
}

const filesIn = (directory: string, ending: string): string[] =>
  (orNone(() => readdirSync(directory)) ?? [])
    .filter((name) => name.endsWith(ending))
    .map((name) => join(directory, name));
