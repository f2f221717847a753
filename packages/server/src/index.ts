export { Auth } from "./auth/auth.js";
export { storedPasswordIsFactory } from "./auth/passwords/stored-password.js";
export type { Addresses, Carrier, MakeCarrier, Served } from "./carrier.js";
export { CertificateError, certificateFiles } from "./http/certificate.js";
export { ListenError, plainHttpAllowed } from "./http/endpoints.js";
export { type Log, silentLog } from "./log.js";
export { operatorSocket, socketFault } from "./operator-socket.js";
export type { Answer, Reply } from "./rpc/answer.js";
export type { Peer } from "./rpc/call.js";
export { CARRIERS, type RouterFiles, Service, type ServiceSeams } from "./service.js";
export { defaultFile, effectiveLines, settingsTable } from "./settings/describe.js";
export { type Effective, loadSettings, type Origins } from "./settings/load.js";
export {
  flagOf,
  makeTable,
  type SettingName,
  type Settings,
  type SettingsSource,
  type SettingsTable,
  valueIn,
} from "./settings/table.js";
export { damagedBeside, wayBackTo } from "./store/aside.js";
export { readStoreHeader, type StoreHeader } from "./store/header.js";
export { readPlainFile } from "./store/plain-file.js";
export { Store, StoreError, storeFile } from "./store/store.js";
export { Feed } from "./updates/feed.js";
export { FeedFault } from "./updates/feed-fault.js";
export { generateKeys, readPublicKey } from "./updates/manifest.js";
export { writeFeed } from "./updates/write-feed.js";
