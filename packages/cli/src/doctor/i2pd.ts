import { accessSync, constants, statSync } from "node:fs";
import {
  locate,
  pidFileOf,
  processByPidFile,
  processOn,
  type Version,
  versionOf,
} from "@pilothouse/drivers/i2pd";
import { NotPossible } from "@pilothouse/drivers/port";
import { type Check, type Finding, ok, problem, warning } from "./finding.js";
import { modeText, orNoEntry } from "./modes.js";
import type { Situation } from "./situation.js";

type Places = NonNullable<Situation["i2pd"]>;

/** The version of the program; throws `NotPossible` when there is none that can be steered. */
export async function i2pdVersion(
  { binary }: Places,
  run: Situation["run"],
  log: (said: string) => void,
): Promise<{ readonly path: string; readonly version: Version }> {
  const path = await locate(binary);
  return { path, version: await versionOf(path, run, log) };
}

export const i2pdProgram: Check<Situation> = {
  name: "i2pd program",
  look: async ({ i2pd, run }) => {
    if (i2pd === undefined) return [];
    const newer: string[] = [];
    try {
      const { path, version } = await i2pdVersion(i2pd, run, (said) => newer.push(said));
      return newer.length === 0
        ? [ok(`${path} is i2pd ${version.join(".")}`)]
        : newer.map((said) =>
            warning(`${path}: ${said}`, "if something fails, take a version from 2.45 to 2.59"),
          );
    } catch (error) {
      if (!(error instanceof NotPossible)) throw error;
      return [problem(error.message, "install i2pd 2.45 to 2.59, or set i2pd.binary")];
    }
  },
};

export const i2pdFiles: Check<Situation> = {
  name: "i2pd files",
  look: ({ i2pd }) => (i2pd === undefined ? [] : [directory(i2pd), configuration(i2pd)]),
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
  // Its keys are in there: whoever can write them can be this router.
  if ((stat.mode & 0o002) !== 0)
    return problem(`${dataDir} can be written by everyone (${modeText(stat.mode)})`, `chmod o-w ${dataDir}`);
  return ok(`${dataDir} can be used`);
}

const ACCESS =
  "run this as the user of the service; if it already is, let that user into i2pd's group or directory";

function configuration({ config, mode }: Places): Finding {
  const stat = orNoEntry(() => statSync(config));
  if (stat === undefined)
    return mode === "supervise"
      ? ok(`${config} is not there yet; the first start makes it`)
      : problem(`${config} is not there`, "set i2pd.config to the file that the running i2pd uses");
  if (!may(config, constants.R_OK)) return problem(`${config} cannot be read by this user`, ACCESS);
  if ((stat.mode & 0o022) !== 0)
    return problem(`${config} can be written by others (${modeText(stat.mode)})`, `chmod go-w ${config}`);
  if (mode === "supervise" && (stat.mode & 0o077) !== 0)
    return problem(
      `${config} holds a password and is open to others (${modeText(stat.mode)})`,
      `chmod 600 ${config}`,
    );
  if (!may(config, constants.W_OK))
    return warning(`${config} cannot be written by this user: settings cannot be changed`, ACCESS);
  if ((stat.mode & 0o004) !== 0)
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

export const i2pdMode: Check<Situation> = {
  name: "i2pd mode",
  look: async ({ i2pd, service }) => {
    if (i2pd === undefined) return [];
    const { mode, commands, dataDir } = i2pd;
    if (mode === "attach")
      return [
        commands === undefined
          ? warning(
              "attach without commands: the router can be stopped, but never started again",
              "set i2pd.start_command and i2pd.stop_command",
            )
          : ok(`attach: ${commands.start[0]} starts it, ${commands.stop[0]} stops it`),
      ];
    if (commands !== undefined)
      return [
        warning(
          "supervise does not use i2pd.start_command and i2pd.stop_command",
          'remove them, or set i2pd.mode = "attach"',
        ),
      ];
    const running = await processOn(dataDir);
    const ours = await processByPidFile(pidFileOf(dataDir), dataDir);
    if (running !== undefined && running.pid !== ours?.pid)
      return [
        problem(
          `supervise, but another i2pd (process ${running.pid}) works on ${dataDir}`,
          'stop that one for good, or set i2pd.mode = "attach"',
        ),
      ];
    if (running !== undefined) return [ok(`supervise: i2pd runs as process ${running.pid}`)];
    return [
      service === undefined
        ? ok("supervise: i2pd does not run; it starts with the service")
        : warning(
            "supervise: i2pd does not run",
            "start it: pilothouse restart; pilothouse logs tells why it ended",
          ),
    ];
  },
};
