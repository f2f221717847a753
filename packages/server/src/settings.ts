/** What the command line asks of the service before it runs one: kept light, since every `--help` loads it. */
export { operatorSocket, socketFault } from "./operator-socket.js";
export { defaultFile, effectiveLines, settingsTable } from "./settings/describe.js";
export { type Effective, loadSettings, type Origins, SettingsError } from "./settings/load.js";
export {
  type Environment,
  flagOf,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  settingRow,
  variableOf,
} from "./settings/table.js";
export { withPlainFile } from "./store/plain-file.js";
