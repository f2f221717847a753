import { textOf } from "@pilothouse/system";
import { settingsOf } from "../config/conf.js";
import { switched } from "../config/network.js";
import { CONTROL } from "../guard/guard.js";
import { argumentsOf, type ProcessId, pidFileOf, processByPidFile } from "./process.js";

interface Places {
  readonly dataDir: string;
  readonly config: string;
}

/** What each router is started with that the driver starts. */
export const ownArguments = ({ dataDir, config }: Places): readonly string[] => [
  `--datadir=${dataDir}`,
  `--conf=${config}`,
  `--pidfile=${pidFileOf(dataDir)}`,
];

/**
 * The running router that the driver has started, also in an earlier run of the service: by its arguments, and because
 * its file lets it answer us. One that somebody started by hand has other arguments, or goes into the background.
 */
export async function ownProcess(places: Places): Promise<ProcessId | undefined> {
  const found = await processByPidFile(places.dataDir);
  if (found === undefined) return undefined;
  const given = await argumentsOf(found.pid);
  const isOurs = ownArguments(places).every((one) => given.includes(one)) && !given.includes("--daemon");
  return isOurs && (await hasControl(places)) ? found : undefined;
}

async function hasControl({ config }: Places): Promise<boolean> {
  return switched(settingsOf((await textOf(config)) ?? ""), `${CONTROL}enabled`) === "true";
}
