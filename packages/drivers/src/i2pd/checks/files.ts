import { accessSync, constants, statSync } from "node:fs";
import { holdsSecret } from "@pilothouse/protocol";
import { type Check, type Finding, modeText, ok, orNoEntry, problem, warning } from "@pilothouse/system";
import type { Places } from "../places.js";
import { optionsOf } from "./conf.js";
import type { Placed } from "./placed.js";

export const i2pdFiles: Check<Placed> = {
  name: "i2pd files",
  look: ({ i2pd }) => [directory(i2pd), configuration(i2pd)],
};

function directory({ dataDir, mode }: Places): Finding {
  const stat = orNoEntry(() => statSync(dataDir));
  if (stat === undefined)
    return mode === "supervise"
      ? ok(`${dataDir} is not there yet; the first start makes it`)
      : problem(`${dataDir} is not there`, "set i2pd.data_dir to the data directory of the running i2pd");
  const needed = constants.R_OK | constants.X_OK | (mode === "supervise" ? constants.W_OK : 0);
  if (!may(dataDir, needed))
    return problem(`${dataDir} cannot be ${mode === "supervise" ? "written" : "read"} by this user`, ACCESS);
  // The router's keys are in there: a user who can write them can pose as this router.
  if ((stat.mode & 0o002) !== 0)
    return problem(`${dataDir} can be written by everyone (${modeText(stat.mode)})`, `chmod o-w ${dataDir}`);
  return ok(`${dataDir} can be used`);
}

const ACCESS =
  "run this as the user of the service; if it already is, let that user into i2pd's group or directory";

function configuration(places: Places): Finding {
  const { config, mode } = places;
  const stat = orNoEntry(() => statSync(config));
  if (stat === undefined)
    return mode === "supervise"
      ? ok(`${config} is not there yet; the first start makes it`)
      : problem(`${config} is not there`, "set i2pd.config to the file that the running i2pd uses");
  if (!may(config, constants.R_OK)) return problem(`${config} cannot be read by this user`, ACCESS);
  if ((stat.mode & 0o022) !== 0)
    return problem(`${config} can be written by others (${modeText(stat.mode)})`, `chmod go-w ${config}`);
  const holdsPassword = [...optionsOf(places).settings].some(([name, value]) => holdsSecret(name, value));
  if (mode === "supervise" && holdsPassword && (stat.mode & 0o077) !== 0)
    return problem(
      `${config} holds a password and is open to others (${modeText(stat.mode)})`,
      `chmod 600 ${config}`,
    );
  if (!may(config, constants.W_OK))
    return warning(`${config} cannot be written by this user: settings cannot be changed`, ACCESS);
  if (holdsPassword && (stat.mode & 0o004) !== 0)
    return warning(
      `${config} holds a password and can be read by everyone (${modeText(stat.mode)})`,
      `chmod o-r ${config}, if i2pd itself can still read it`,
    );
  return ok(`${config} can be used`);
}

function may(path: string, access: number): boolean {
  try {
    accessSync(path, access);
    return true;
  } catch {
    return false;
  }
}
