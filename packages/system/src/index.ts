export * from "./address-kinds.js";
export { lastLine, type Outcome, type Run, type RunOptions, run } from "./command.js";
export { type Check, type Finding, type Level, ok, problem, warning } from "./finding.js";
export { isEveryAddress, isLoopback, isThisMachine, reachedAt } from "./loopback.js";
export { modeText } from "./modes.js";
export { orNoEntry, orNone } from "./or-undefined.js";
export { boundPorts, type Holder, holderOf, holdsLock, isAlive, type Protocol, portsOf } from "./proc.js";
export * from "./setting-kinds.js";
export {
  type Environment,
  type SettingRow,
  type SettingRows,
  SettingsError,
  type ValuesOf,
} from "./setting-row.js";
