import { type Check, ok, problem, warning } from "@pilothouse/system";
import { ownProcess } from "../life/own-process.js";
import { processOn } from "../life/process.js";
import type { Placed } from "./placed.js";

export const i2pdMode: Check<Placed> = {
  name: "i2pd mode",
  look: async ({ i2pd, serviceRuns }) => {
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
    const ours = await ownProcess(i2pd);
    if (running !== undefined && running.pid !== ours?.pid)
      return [
        problem(
          `supervise, but another i2pd (process ${running.pid}) works on ${dataDir}`,
          'stop that one for good, or set i2pd.mode = "attach"',
        ),
      ];
    if (running !== undefined) return [ok(`supervise: i2pd runs as process ${running.pid}`)];
    return [
      serviceRuns
        ? warning(
            "supervise: i2pd does not run",
            "start it: pilothouse restart; pilothouse logs shows why it ended",
          )
        : ok("supervise: i2pd does not run; it starts with the service"),
    ];
  },
};
