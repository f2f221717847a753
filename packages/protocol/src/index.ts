export * from "./documents/exchanges.js";
export { openRpc } from "./documents/openrpc.js";
export * from "./documents/reference.js";
export type { AuditEntry } from "./features/access/audit.js";
export * from "./features/access/audit-text.js";
export { signInText } from "./features/access/devices.js";
export { PROGRAM_TOKEN_LIFE, type SessionEntry } from "./features/access/sessions.js";
export {
  ACTIONS,
  type Action,
  type ActionResults,
  actionDefinition,
  endingOf,
  isLifecycle,
  type LifecycleAction,
  ROUTER_MANAGER,
} from "./features/acting.js";
export type { BookNameEntry } from "./features/addressbook.js";
export type { AppliedDifference, ApplyState } from "./features/apply.js";
export { FLEET_EVENTS } from "./features/fleet/events.js";
export * from "./features/fleet/findings.js";
export { type FleetMethod, METHODS as FLEET_METHODS } from "./features/fleet/fleet.js";
export {
  INVITATION_LIFE,
  type InvitationEntry,
  type InvitationState,
  type WaitingEntry,
} from "./features/fleet/invitations.js";
export {
  MOST_NODES,
  NODE_COLUMN_NAMES,
  NODE_STATES,
  type NodeColumn,
  type NodeEntry,
  type NodeSort,
  type NodeState,
  RECENT_VALUES,
} from "./features/fleet/nodes.js";
export { type OperatorEntry, ROLE_NAMES, ROLES, type Role } from "./features/fleet/operators.js";
export { QUEUE_LIFE, type QueuedEntry } from "./features/fleet/queue.js";
export {
  type ComparisonEntry,
  MOST_ASKED,
  ROLLOUT_KINDS,
  type RolloutEntry,
  type RolloutNodeEntry,
} from "./features/fleet/rollouts.js";
export type { FindingEntry, OpenPort } from "./features/health.js";
export type { LimitEntry } from "./features/history/history.js";
export * from "./features/history/rate-stats.js";
export type { Identity } from "./features/membership.js";
export type { ChannelEntry, RuleEntry } from "./features/notify.js";
export { type EventEntry, LOG_LEVELS, type LogLevel, type LogLine } from "./features/record.js";
export {
  SETTING_PARTS,
  type SettingChange,
  type SettingConflict,
  type SettingDifference,
  type SettingPart,
} from "./features/router-settings/changes.js";
export {
  NETWORK_KEYS,
  NETWORK_PREFIX,
  NETWORK_SETTING,
  type NetworkKey,
  type NetworkValue,
  networkDefinition,
  type WritableKey,
} from "./features/router-settings/network.js";
export type { WebApplication } from "./features/service.js";
export type { ServiceSetting, ServiceValue } from "./features/service-settings.js";
export { SERVICE_NAMES, type ServiceName, type Services } from "./features/status/client-services.js";
export * from "./features/status/phase-reason.js";
export {
  DETAIL_KEYS,
  type DetailKey,
  type Details,
  isDetail,
  ROUTER_DETAILS,
} from "./features/status/router-details.js";
export {
  INFO_KEYS,
  type Info,
  type InfoKey,
  infoDefinition,
  NET_STATUS,
  type NetStatus,
  ROUTER_INFO,
  STOPPED_INFO,
} from "./features/status/router-info.js";
export type { BudgetEntry, BudgetLimits, BudgetPreview, TrafficBytes } from "./features/traffic.js";
export type { AskedTunnelChange } from "./features/tunnels/change.js";
export { tunnelSettings } from "./features/tunnels/loose-values.js";
export * from "./features/tunnels/options.js";
export { TUNNEL_STATES, type TunnelEntry, type TunnelPlanEntry } from "./features/tunnels/tunnels.js";
export { FINDING_LEVELS, SEVERITIES, type Severity } from "./kernel/definitions.js";
export * from "./kernel/errors.js";
export * from "./kernel/names.js";
export * from "./kernel/scope.js";
export * from "./kernel/shapes.js";
export { EXTENSION_RESULTS } from "./rooms.js";
export * from "./secrets/decisive-names.js";
export * from "./secrets/hide-in-line.js";
export * from "./secrets/hide-secrets.js";
export { SETTING_NAMES } from "./secrets/secret-names.js";
export * from "./secrets/secret-setting.js";
export * from "./tables/audit.js";
export * from "./tables/events.js";
export * from "./tables/findings.js";
export * from "./tables/methods.js";
export * from "./value-types/call-types.js";
export * from "./value-types/fleet-types.js";
export * from "./value-types/i2p-addresses.js";
export * from "./value-types/password.js";
export * from "./value-types/setting-types.js";
export * from "./value-types/value-types.js";
export * from "./wire/callable.js";
export * from "./wire/check.js";
export * from "./wire/collected.js";
export { DEEPEST } from "./wire/depth.js";
export * from "./wire/envelope.js";
export * from "./wire/json.js";
export { type Need, scopeNeeded } from "./wire/scope-needed.js";
export * from "./wire/write.js";
export * from "./words/filled.js";
export * from "./words/reason.js";
export * from "./words/reason-text.js";
export * from "./words/reasons.js";
export * from "./words/setting-reasons.js";
export * from "./words/value-reasons.js";
