import { type LogLevel, reason } from "@pilothouse/protocol";
import { orNone, textAt } from "@pilothouse/system";
import type { DriverModule } from "../driver.js";
import { backupFiles } from "./backup/backup-files.js";
import { I2PD_USUAL, i2pdControl } from "./checks/control-place.js";
import { I2PD_CHECKS } from "./checks.js";
import { settingsOf } from "./config/conf.js";
import { logFileOf } from "./life/supervised.js";
import { placesOf } from "./places.js";
import { I2pd } from "./router.js";
import type { ServiceSettings } from "./settings.js";
import { keptDir } from "./tunnels/kept-keys.js";

/** A line of i2pd's log: `17:34:10@872/warn - NTCP2: …`. */
const LEVEL = /^\d\d:\d\d:\d\d@\d+\/(critical|error|warn|info|debug) - /;

function levelOf(line: string): LogLevel | undefined {
  const level = LEVEL.exec(line)?.[1];
  return level === "critical" ? "error" : (level as LogLevel | undefined);
}

export const i2pdModule: DriverModule<ServiceSettings> = {
  make: (settings, tools) => new I2pd({ ...placesOf(settings), ...tools }),
  log: (settings) => {
    const places = placesOf(settings);
    const text = textAt(places.config) ?? "";
    const file = logFileOf(settingsOf(text), places);
    if (file !== undefined) return { file, level: levelOf };
    return { why: reason("log.i2pd", { file: places.config }) };
  },
  checks: I2PD_CHECKS,
  usualControl: I2PD_USUAL,
  control: i2pdControl,
  backup: (settings) => backupFiles(placesOf(settings)),
  // Files that i2pd.conf names elsewhere are left out: who may change i2pd.conf must not choose what root writes.
  places: (settings) => {
    const { config, dataDir, controlDir } = placesOf(settings);
    return [config, dataDir, keptDir(controlDir)];
  },
  /** i2pd has passwords and users for its control service, its console and its proxies. */
  secrets: (settings) => {
    const text = orNone(() => textAt(placesOf(settings).config));
    return [...settingsOf(text ?? "")].flatMap(([name, value]) =>
      /pass|user|secret/.test(name) ? [value] : [],
    );
  },
};
