import { AUDIT_METHODS } from "../features/access/audit.js";
import { PASSWORD_METHODS } from "../features/access/password.js";
import { SESSION_METHODS } from "../features/access/sessions.js";
import { ACTING_METHODS } from "../features/acting.js";
import { APPLY_METHODS } from "../features/apply.js";
import { BACKUP_METHODS } from "../features/backup.js";
import { FLEET_METHODS, type FleetMethod } from "../features/fleet/methods.js";
import { HEALTH_METHODS } from "../features/health.js";
import { HISTORY_METHODS } from "../features/history/history.js";
import { MEMBERSHIP_METHODS } from "../features/membership.js";
import { NOTIFY_METHODS } from "../features/notify.js";
import { RECORD_METHODS } from "../features/record.js";
import { ADVANCED_METHODS } from "../features/router-settings/advanced.js";
import { CHANGES_METHODS } from "../features/router-settings/changes.js";
import { NETWORK_METHODS } from "../features/router-settings/network.js";
import { SERVICE_METHODS } from "../features/service.js";
import { SERVICE_SETTINGS_METHODS } from "../features/service-settings.js";
import { CLIENT_SERVICES_METHODS } from "../features/status/client-services.js";
import { INFO_METHODS } from "../features/status/router-info.js";
import { STATUS_METHODS } from "../features/status/status.js";
import { TRAFFIC_METHODS } from "../features/traffic.js";
import { inOrder } from "../kernel/definitions.js";
import { type Method, type ParamsOf, prefixed, type ResultOf } from "../kernel/shapes.js";

const OF_FEATURES = {
  ...PASSWORD_METHODS,
  ...SESSION_METHODS,
  ...AUDIT_METHODS,
  ...RECORD_METHODS,
  ...HISTORY_METHODS,
  ...INFO_METHODS,
  ...STATUS_METHODS,
  ...CLIENT_SERVICES_METHODS,
  ...ACTING_METHODS,
  ...NETWORK_METHODS,
  ...ADVANCED_METHODS,
  ...CHANGES_METHODS,
  ...APPLY_METHODS,
  ...TRAFFIC_METHODS,
  ...HEALTH_METHODS,
  ...NOTIFY_METHODS,
  ...BACKUP_METHODS,
  ...MEMBERSHIP_METHODS,
  ...SERVICE_METHODS,
  ...SERVICE_SETTINGS_METHODS,
  ...FLEET_METHODS,
} as const;

/** The whole interface, in the order of the documents: what other servers have too, then what only this one has. */
export const METHODS = inOrder(OF_FEATURES, [
  ...(["Authenticate", "RouterInfo", "GetRate", "RouterManager", "NetworkSetting"] as const),
  ...(["AdvancedSettings", "Echo", "ServiceControl", "ClientServicesInfo", "rpc.discover"] as const),
  ...(["pilothouse.notify", "pilothouse.health", "pilothouse.traffic"] as const),
  ...(["pilothouse.join", "pilothouse.leave", "pilothouse.membership"] as const),
  ...(["pilothouse.logout", "pilothouse.webapps", "pilothouse.status", "pilothouse.cancel"] as const),
  ...(["pilothouse.sessions", "pilothouse.tokens", "pilothouse.createToken"] as const),
  ...(["pilothouse.password", "pilothouse.setup", "pilothouse.history", "pilothouse.audit"] as const),
  ...(["pilothouse.settings", "pilothouse.apply", "pilothouse.events", "pilothouse.changes"] as const),
  ...(["pilothouse.logs", "pilothouse.backup"] as const),
]);

export type MethodName = keyof typeof METHODS;
export type Params<M extends MethodName> = ParamsOf<(typeof METHODS)[M]>;
export type Result<M extends MethodName> = ResultOf<(typeof METHODS)[M]>;

export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[];
/** Those that a service with a router has. */
export const SERVICE_METHOD_NAMES = METHOD_NAMES.filter(
  (name): name is Exclude<MethodName, FleetMethod> => !Object.hasOwn(FLEET_METHODS, name),
);
/** The definition seen by its shape alone, for code that works over all methods. */
export const methodDefinition = (name: MethodName): Method => METHODS[name];

/** On the wire the keys of the bags carry the interface's prefix; actions do not. */
export const wireKey = (method: Method, key: string): string =>
  method.shape === "reads" || method.shape === "sets" ? prefixed(key) : key;
