export * from "./address-types.js";
export { lastLine, type Outcome, type Run, type RunOptions, run } from "./command.js";
export { every } from "./every.js";
export {
  checkSpace,
  type FileSystem,
  fileSystemOf,
  isLow,
  type Need,
  nearestDirectory,
  type Space,
} from "./files/disk-space.js";
export {
  type Access,
  directoryAccess,
  makeGuarded,
  writeGuarded,
} from "./files/guarded.js";
export { makeDirectory, syncDirectory } from "./files/make-directory.js";
export { isOpenToOthers, modeText, openToOthers, partsOf, ROOT } from "./files/path-parts.js";
export {
  bytesAt,
  NotPlain,
  readPlainFile,
  secretText,
  textAt,
  textOf,
  withPlainFile,
} from "./files/plain-file.js";
export {
  NotSynced,
  OwnerLost,
  replaceFile,
  replaceLargeFile,
  sweepDrafts,
  takePlace,
  writeDraft,
} from "./files/replace-file.js";
export { type Check, type Finding, type Findings, type Level, ok, problem, warning } from "./finding.js";
export { lastKnown } from "./last-known.js";
export { isEveryAddress, isLoopback, isLoopbackAddress, isThisMachine, reachedAt } from "./loopback.js";
export { isNoEntry, orNoEntry, orNone } from "./or-undefined.js";
export {
  boundPorts,
  type Holder,
  holderOf,
  holdsLock,
  isAlive,
  isBound,
  listenerOf,
  listeningSockets,
  lockHolder,
  loopbackPeers,
  type Protocol,
  portsOf,
} from "./proc.js";
export { type Private, Redactor, withoutKnown } from "./redaction.js";
export {
  type Environment,
  type SettingDefinition,
  type SettingDefinitions,
  SettingsError,
  type ValuesOf,
} from "./setting-definition.js";
export * from "./setting-types.js";
export { beforeDeadline, within } from "./within.js";
