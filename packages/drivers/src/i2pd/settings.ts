import { oneOf, path, program, type SettingDefinitions, texts } from "@pilothouse/system";
import type { SettingsOf } from "../driver.js";

export const I2PD_ROWS = {
  "i2pd.mode": {
    type: oneOf("supervise", "attach"),
    default: "supervise",
    description: "Whether the service runs i2pd itself, or something else does, such as systemd.",
  },
  "i2pd.binary": {
    type: program,
    default: "i2pd",
    description: "The program i2pd: a path, or a name on the PATH.",
  },
  "i2pd.data_dir": {
    type: path,
    description: "i2pd's own data directory. Unset: the folder i2pd in ours; with attach it must be given.",
  },
  "i2pd.config": {
    type: path,
    description: "i2pd's configuration file. Unset: i2pd.conf in its data directory.",
  },
  "i2pd.start_command": {
    type: texts,
    default: [],
    description: "With attach: program and arguments that start i2pd. No shell is involved.",
    redact: "arguments",
  },
  "i2pd.stop_command": {
    type: texts,
    default: [],
    description: "With attach: program and arguments that stop i2pd and end when it has.",
    redact: "arguments",
  },
} as const satisfies SettingDefinitions;

/** What an operator has set for i2pd in the service's settings; i2pd's own settings are others. */
export type ServiceSettings = SettingsOf<typeof I2PD_ROWS>;
