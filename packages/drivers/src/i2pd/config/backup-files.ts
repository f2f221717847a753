import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { orNone, textAt } from "@pilothouse/system";
import type { Places } from "../places.js";
import { settingsOf } from "./conf.js";

/**
 * What makes this router the one it is: its configuration, its tunnels, and the keys of both. The network database
 * is left out, since the router gets a new one.
 */
export function backupFiles({ config, dataDir }: Pick<Places, "config" | "dataDir">): readonly string[] {
  const settings = settingsOf(textAt(config) ?? "");
  return [
    config,
    resolve(dataDir, settings.get("tunconf") || "tunnels.conf"),
    ...filesIn(settings.get("tunnelsdir") || join(dataDir, "tunnels.d"), ".conf"),
    join(dataDir, "router.keys"),
    // Keys of tunnels and proxies, by the names that their configuration gives them.
    ...filesIn(dataDir, ".dat"),
  ];
}

const filesIn = (directory: string, ending: string): string[] =>
  (orNone(() => readdirSync(directory)) ?? [])
    .filter((name) => name.endsWith(ending))
    .map((name) => join(directory, name));
