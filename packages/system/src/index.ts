export * from "./address-types.js";
export { addressBytes } from "./certificate/address-bytes.js";
export { selfSigned } from "./certificate/self-signed.js";
export { lastLine, type Outcome, type Run, type RunOptions, run } from "./command.js";
export { every } from "./every.js";
export * from "./files/disk-space.js";
export * from "./files/guarded.js";
export { makeDirectory, syncDirectory } from "./files/make-directory.js";
export { isOpenToOthers, modeText, openToOthers, partsOf, ROOT } from "./files/path-parts.js";
export * from "./files/plain-file.js";
export {
  NotSynced,
  OwnerLost,
  replaceFile,
  replaceLargeFile,
  sweepDrafts,
  takePlace,
  writeDraft,
} from "./files/replace-file.js";
export * from "./finding.js";
export { lastKnown } from "./last-known.js";
export { isEveryAddress, isLoopback, isLoopbackAddress, isThisMachine, reachedAt } from "./loopback.js";
export { isNoEntry, orNoEntry, orNone } from "./or-undefined.js";
export * from "./proc.js";
export * from "./redaction.js";
export * from "./setting-definition.js";
export * from "./setting-types.js";
export { beforeDeadline, within } from "./within.js";
