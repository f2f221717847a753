/** What the command line asks of the service before it runs one: kept light, since every `--help` loads it. */
export { operatorSocket, socketFault } from "./operator-socket.js";
export { defaultFile, effectiveLines, settingsTable, shownValue } from "./settings/describe.js";
export { type Effective, folderBeside, loadSettings, type Origins, usualFile } from "./settings/load.js";
export { hostOf, privateOf, there } from "./settings/private.js";
export {
  flagOf,
  makeTable,
  type SettingName,
  type Settings,
  type SettingsSource,
  type SettingsTable,
  valueIn,
  variableOf,
} from "./settings/table.js";
