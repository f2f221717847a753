import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DriverModule } from "@pilothouse/drivers/driver";
import { ok, orNoEntry, SettingsError, warning } from "@pilothouse/system";
import { Logbook } from "./router.js";
import type { LogbookSettings } from "./settings.js";

const fileOf = (settings: LogbookSettings): string =>
  settings["logbook.file"] ?? join(settings.data_dir, "logbook.log");

export const logbookModule: DriverModule<LogbookSettings> = {
  make: (settings, { clock, storage }) => {
    const captain = settings["logbook.captain"];
    if (captain !== "nobody" && settings["logbook.key_file"] === undefined)
      throw new SettingsError("logbook.captain needs logbook.key_file");
    return new Logbook({ file: fileOf(settings), captain, clock, storage });
  },
  log: (settings) => ({ file: fileOf(settings) }),
  checks: [
    {
      name: "logbook",
      look: ({ settings, serviceRuns }) => {
        const text = orNoEntry(() => readFileSync(fileOf(settings), "utf8"));
        return text === undefined
          ? [warning("the log is empty", "start the service")]
          : [
              ok(
                `lines: ${text.trim().split("\n").length}; and the service ${serviceRuns ? "runs" : "does not"}`,
              ),
            ];
      },
    },
  ],
  usualControl: [
    {
      url: "http://127.0.0.1:1/logbook/",
      whose: "the logbook's control service",
      factory: false,
      todo: "close it",
    },
  ],
  control: () => ({ places: [], findings: [ok("the logbook has no port of its own")] }),
  secrets: (settings) => [`${settings["logbook.captain"]}'s parrot`],
};
