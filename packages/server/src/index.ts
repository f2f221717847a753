export { type Actor, Audit, LOCAL } from "./audit/audit.js";
export { type Change, changesBetween } from "./audit/changes.js";
export type { Account, Accounts } from "./auth/accounts.js";
export { Auth } from "./auth/auth.js";
export type { Grant } from "./auth/grants.js";
export { storedPasswordIsFactory } from "./auth/passwords/stored-password.js";
export { outOfScope } from "./auth/sessions/require-scope.js";
export { holderOf, type Session, sessionId } from "./auth/sessions/session.js";
export type { Carrier, MakeCarrier, Served } from "./carrier.js";
export { type AllFeatures, type Feature, FeatureList, type Kernel, type Running } from "./feature.js";
export { access, firstPassword } from "./features/access/feature.js";
export { isGraceful, LONGEST_GRACEFUL_MS } from "./features/acting/graceful-order.js";
export { type BackedUp, type Backup, unpack } from "./features/backup/archive.js";
export { BackupError } from "./features/backup/backup-error.js";
export { namedFiles } from "./features/backup/backups.js";
export { backup } from "./features/backup/feature.js";
export { makeBackup, writeBackup } from "./features/backup/make-backup.js";
export {
  existingTargets,
  filesElsewhere,
  restore,
  restoredTokens,
  restoreElsewhere,
} from "./features/backup/restore.js";
export { FINDINGS_FOUND, type Judged, judged } from "./features/health/judged.js";
export { Samples } from "./features/history/samples.js";
export type { Membership, MembershipOptions, MembershipStatus } from "./features/membership/membership.js";
export { metrics } from "./features/metrics/feature.js";
export type { Alert, AlertOptions, AlertSource } from "./features/notify/alert-source.js";
export { notify } from "./features/notify/feature.js";
export { Notifier } from "./features/notify/notifier.js";
export { type EventFilter, EventLog } from "./features/record/event-log.js";
export { checkedFilter, openTimeline } from "./features/record/feature.js";
export { service } from "./features/service/feature.js";
export { serviceSettings } from "./features/service-settings/feature.js";
export { ServiceSettings } from "./features/service-settings/service-settings.js";
export { Feed } from "./features/updates/feed/feed.js";
export { FeedFault } from "./features/updates/feed/feed-fault.js";
export { generateKeys, readPublicKey } from "./features/updates/feed/manifest.js";
export { checkSuits } from "./features/updates/feed/suits.js";
export { writeFeed } from "./features/updates/feed/write-feed.js";
export { CertificateError, certificateFiles, ownCertificate } from "./http/certificate.js";
export { ListenError, plainHttpAllowed } from "./http/http-carrier.js";
export { type Log, silentLog } from "./log.js";
export { NODE } from "./node-features.js";
export { type Answer, type Handlers, makeAnswer, type Reply } from "./rpc/answer.js";
export { actorOf, type Call, type Peer } from "./rpc/call.js";
export { furtherMethod } from "./rpc/methods.js";
export { CARRIERS, type MakeRouter, type RouterFiles, Service, type ServiceOptions } from "./service.js";
export { type CoreOptions, type OpenCore, type ServiceCore, startCore } from "./service-core.js";
export type { SettingsToCheck } from "./settings/table.js";
export * from "./settings.js";
export { readStoreHeader } from "./store/header.js";
export { damagedBeside, recoveryAdvice } from "./store/opening/aside.js";
export { damageOf } from "./store/opening/opening.js";
export type { Sqlite } from "./store/sqlite.js";
export { Store, StoreError, storeFile } from "./store/store.js";
export { forgetValue, putValue, readValue } from "./store/values.js";
export type { Families, Sample } from "./telemetry/prometheus.js";
export { SAVE_EVERY_MS } from "./telemetry/snapshot.js";
