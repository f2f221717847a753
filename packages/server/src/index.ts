export { type Actor, Audit, LOCAL } from "./audit/audit.js";
export { type Change, changesBetween } from "./audit/changes.js";
export type { Account, Accounts } from "./auth/accounts.js";
export { Auth } from "./auth/auth.js";
export type { Grant } from "./auth/grants.js";
export { storedPasswordIsFactory } from "./auth/passwords/stored-password.js";
export { outOfScope, requireScope } from "./auth/sessions/require-scope.js";
export { holderOf, type Session, sessionId } from "./auth/sessions/session.js";
export type { Addresses, Carrier, MakeCarrier, Served } from "./carrier.js";
export {
  type AllFeatures,
  type Feature,
  FeatureList,
  type Kernel,
  type Running,
  type SettingsToCheck,
} from "./feature.js";
export { access, firstPassword } from "./features/access/feature.js";
export { type BackedUp, type Backup, unpack } from "./features/backup/archive.js";
export { BackupError } from "./features/backup/backup-error.js";
export { Backups, namedFiles, passphraseIn } from "./features/backup/backups.js";
export { backup } from "./features/backup/feature.js";
export { makeBackup, writeBackup } from "./features/backup/make-backup.js";
export {
  existingTargets,
  filesElsewhere,
  restore,
  restoredTokens,
  restoreElsewhere,
} from "./features/backup/restore.js";
export { metrics } from "./features/metrics/feature.js";
export { NODE, type NodeFeatures } from "./features/node.js";
export { notify } from "./features/notify/feature.js";
export { Notifier } from "./features/notify/notifier.js";
export type { Given, Notice, NotifyRules } from "./features/notify/rules.js";
export { ownSettings } from "./features/own-settings/feature.js";
export { service } from "./features/service/feature.js";
export { isGraceful, LONGEST_GRACEFUL_MS } from "./graceful/graceful-order.js";
export { CertificateError, certificateFiles, ownCertificate } from "./http/certificate.js";
export { ListenError, plainHttpAllowed } from "./http/endpoints.js";
export { type Log, silentLog } from "./log.js";
export type { Membership, MembershipParts, MembershipStatus } from "./membership.js";
export { operatorSocket, socketFault } from "./operator-socket.js";
export { OwnSettings } from "./own-settings/own-settings.js";
export { type Answer, type Handlers, makeAnswer, type Reply } from "./rpc/answer.js";
export { actorOf, type Call, type Peer } from "./rpc/call.js";
export { accessHandlers } from "./rpc/handlers/access.js";
export { ownSettingsHandlers } from "./rpc/handlers/own-settings.js";
export { serviceHandlers } from "./rpc/handlers/service.js";
export { CARRIERS, type MakeRouter, type RouterFiles, Service, type ServiceSeams } from "./service.js";
export type { CoreParts, OpenCore, ServiceCore } from "./service-core.js";
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
export { readStoreHeader, type StoreHeader } from "./store/header.js";
export { damagedBeside, recoveryAdvice } from "./store/opening/aside.js";
export { damageOf } from "./store/opening/opening.js";
export type { Row, Sqlite } from "./store/sqlite.js";
export { Store, StoreError, storeFile } from "./store/store.js";
export { forgetValue, putValue, readValue, valuesNamed } from "./store/values.js";
export {
  type Families,
  type Format,
  type Sample,
  type ServiceSources,
  writePage,
} from "./telemetry/prometheus.js";
export { RequestMeter } from "./telemetry/request-meter.js";
export { sharedPage } from "./telemetry/shared-page.js";
export { Feed } from "./updates/feed.js";
export { FeedFault } from "./updates/feed-fault.js";
export { generateKeys, readPublicKey } from "./updates/manifest.js";
export { checkSuits } from "./updates/suits.js";
export { writeFeed } from "./updates/write-feed.js";
export { WebApps } from "./web-apps.js";
