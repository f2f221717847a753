import { METHODS as FLEET_METHODS, type FleetMethod } from "../features/fleet/fleet.js";
import { inOrder } from "../kernel/definitions.js";
import { type Method, type ParamsOf, prefixed, type ResultOf } from "../kernel/shapes.js";
import { ofRooms } from "../rooms.js";

/** The whole interface, in the order of the documents: what other servers have too, then what only this one has. */
export const METHODS = inOrder({ ...ofRooms("METHODS"), ...FLEET_METHODS }, [
  ...(["Authenticate", "RouterInfo", "GetRate", "RouterManager", "NetworkSetting"] as const),
  ...(["AdvancedSettings", "Echo", "ServiceControl", "ClientServicesInfo", "TunnelManager"] as const),
  ...(["AddressBook", "rpc.discover"] as const),
  ...(["pilothouse.notify", "pilothouse.health", "pilothouse.traffic"] as const),
  ...(["pilothouse.join", "pilothouse.leave", "pilothouse.membership"] as const),
  ...(["pilothouse.logout", "pilothouse.webapps", "pilothouse.status", "pilothouse.cancel"] as const),
  ...(["pilothouse.sessions", "pilothouse.tokens", "pilothouse.createToken"] as const),
  ...(["pilothouse.password", "pilothouse.setup", "pilothouse.history", "pilothouse.audit"] as const),
  ...(["pilothouse.settings", "pilothouse.apply", "pilothouse.events", "pilothouse.changes"] as const),
  ...(["pilothouse.tunnels", "pilothouse.tunnelKey", "pilothouse.names"] as const),
  ...(["pilothouse.logs", "pilothouse.backup", "pilothouse.backupPart"] as const),
  ...(["pilothouse.restoreUpload", "pilothouse.restorePart", "pilothouse.restoreCheck"] as const),
  ...(["pilothouse.restore"] as const),
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
