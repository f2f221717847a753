import { OWN_METHODS } from "../features/access/sessions.js";
import { ROUTER_MANAGER } from "../features/acting.js";
import { FLEET_METHODS, type FleetMethod } from "../features/fleet/nodes.js";
import { NETWORK_SETTING } from "../features/router-settings/network.js";
import { ROUTER_INFO } from "../features/status/router-info.js";
import {
  acts,
  call,
  type Method,
  type ParamsOf,
  prefixed,
  type ResultOf,
  reads,
  sets,
} from "../kernel/shapes.js";
import { apiVersion, period } from "../kinds/call-kinds.js";
import {
  anything,
  count,
  double,
  flag,
  isObject,
  type Kind,
  kind,
  nothing,
  secret,
  text,
} from "../kinds/kinds.js";
import { somePassword } from "../kinds/password.js";
import { allSettings, oneSetting, settingName, someSettings } from "../kinds/setting-kinds.js";

/** A client service as the router describes it: any object. */
const service = kind({
  type: "object",
  wants: "an object",
  schema: { type: "object" },
  fits: isObject,
});
const asked = (says: string) => ({ kind: anything, says, optional: true }) as const;
const serviceResult = {
  kind: service,
  says: "The service, as the router describes it.",
  optional: true,
} as const;

interface OpenRpcDocument {
  readonly openrpc: string;
}

const openRpcDocument: Kind<OpenRpcDocument> = kind({
  type: "OpenRPC document",
  wants: "an OpenRPC document",
  schema: { type: "object", required: ["openrpc", "info", "methods"] },
  fits: (value): value is OpenRpcDocument => typeof value === "object" && value !== null,
  write: (document) => {
    const text = writtenDocuments.get(document) ?? JSON.stringify(document);
    writtenDocuments.set(document, text);
    return text;
  },
});

/** It is long, never changes, and may be asked for 50 times in one batch. */
const writtenDocuments = new WeakMap<OpenRpcDocument, string>();

/** The whole interface. */
export const METHODS = {
  Authenticate: call({
    guard: "open",
    changes: true,
    says: "Exchanges the password for a token.",
    params: {
      API: {
        kind: apiVersion,
        says: "Protocol version; 1.",
        missing: "noApi",
        bad: "unsupportedApi",
      },
      Password: { kind: secret, says: "Password of the service." },
      User: {
        kind: text,
        says: "At a hub: the account whose password it is. Without it, the hub's own password is meant. Elsewhere it has no effect.",
        optional: true,
      },
    },
    result: {
      API: { kind: count, says: "Primary protocol version of the server." },
      Token: { kind: secret, says: "Token for later requests." },
    },
    others: "ignored",
  }),
  RouterInfo: reads(
    "Returns the requested keys; keys that the router does not know are left out.",
    ROUTER_INFO,
  ),
  GetRate: call({
    guard: "token",
    scope: "read",
    says: "The mean of a rate statistic over the last Period, or over what there is.",
    params: {
      Stat: { kind: text, says: "Name of a rate statistic." },
      Period: { kind: period, says: "Milliseconds to look back." },
    },
    result: { Result: { kind: double, says: "The mean." } },
    others: "ignored",
  }),
  RouterManager: acts("Runs router actions.", ROUTER_MANAGER),
  NetworkSetting: sets(
    "Reads (null) and writes (string) network settings; all of a request is saved, or nothing.",
    "settings",
    NETWORK_SETTING,
  ),
  AdvancedSettings: call({
    guard: "token",
    scope: "read",
    says: "The router's whole configuration. Order: setAll, set, getAll, get.",
    params: {
      setAll: {
        kind: allSettings,
        says: "Replaces all settings; what is not given is removed, secrets too.",
        optional: true,
        scope: "all",
        changes: true,
      },
      set: {
        kind: someSettings,
        says: "Updates the given settings and keeps the others.",
        optional: true,
        scope: "settings",
        changes: true,
        settings: true,
      },
      getAll: { kind: anything, says: "Asks for all settings.", optional: true },
      get: { kind: settingName, says: "Asks for one setting.", optional: true, settings: true },
    },
    result: {
      getAll: {
        kind: allSettings,
        says: "All settings; without those that hold secrets unless the scope is `all`.",
        optional: true,
      },
      get: {
        kind: oneSetting,
        says: "The setting; null when there is none of that name. One that holds a secret needs the scope `all`.",
        optional: true,
      },
    },
    others: "refused",
  }),
  Echo: call({
    guard: "token",
    scope: "read",
    says: "Answers what it is sent.",
    params: { Echo: { kind: text, says: "Anything." } },
    result: { Result: { kind: text, says: "The same." } },
    others: "ignored",
  }),
  ServiceControl: call({
    guard: "anyToken",
    scope: "read",
    says: "Manages the service itself. A new password revokes every token.",
    params: {
      "svccontrol.password": {
        kind: somePassword,
        says: "The new password, of at least 10 characters and not a common one.",
        optional: true,
        scope: "all",
        changes: true,
      },
      "svccontrol.address": { kind: anything, says: "Listen address.", optional: true, inert: true },
      "svccontrol.port": { kind: anything, says: "Listen port.", optional: true, inert: true },
    },
    result: {
      "svccontrol.password": {
        kind: nothing,
        says: "Present when the password was changed.",
        optional: true,
      },
      SettingsSaved: { kind: flag, says: "Whether anything was changed." },
    },
    others: "ignored",
  }),

  ClientServicesInfo: call({
    guard: "token",
    scope: "read",
    says: "The client services of the router that are asked for, in the form of i2pd's answers. A service about which the router says nothing is answered as off.",
    params: {
      I2PTunnel: asked("Asks for the tunnels of tunnels.conf."),
      HTTPProxy: asked("Asks for the HTTP proxy."),
      SOCKS: asked("Asks for the SOCKS proxy."),
      SAM: asked("Asks for the SAM bridge."),
      BOB: asked("Asks for the BOB bridge."),
      I2CP: asked("Asks for the I2CP server."),
    },
    result: {
      I2PTunnel: serviceResult,
      HTTPProxy: serviceResult,
      SOCKS: serviceResult,
      SAM: serviceResult,
      BOB: serviceResult,
      I2CP: serviceResult,
    },
    others: "ignored",
    extension: true,
  }),
  "rpc.discover": call({
    guard: "token",
    scope: "read",
    says: "Describes this interface as an OpenRPC document.",
    params: {},
    result: openRpcDocument,
    others: "ignored",
    extension: true,
  }),
  ...OWN_METHODS,
  ...FLEET_METHODS,
} as const;

export type MethodName = keyof typeof METHODS;
export type ServiceName = keyof (typeof METHODS)["ClientServicesInfo"]["params"];
export const SERVICE_NAMES = Object.keys(METHODS.ClientServicesInfo.params) as readonly ServiceName[];
/** What is known of client services; a service about which nothing is known is left out. */
export type Services = { readonly [S in ServiceName]?: { readonly [name: string]: unknown } };
export type Params<M extends MethodName> = ParamsOf<(typeof METHODS)[M]>;
export type Result<M extends MethodName> = ResultOf<(typeof METHODS)[M]>;

export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[];
/** Those that a service with a router has. */
export const SERVICE_METHOD_NAMES = METHOD_NAMES.filter(
  (name): name is Exclude<MethodName, FleetMethod> => !Object.hasOwn(FLEET_METHODS, name),
);
/** The row seen by its shape alone, for code that works over all methods. */
export const methodRow = (name: MethodName): Method => METHODS[name];

/** Parameters every method takes without a row: the token, and `API`, which a client in the field adds everywhere. */
export const COMMON_PARAMS: ReadonlySet<string> = new Set(["Token", "API"]);

/** On the wire the keys of the bags carry the interface's prefix; actions do not. */
export const wireKey = (method: Method, key: string): string =>
  method.shape === "reads" || method.shape === "sets" ? prefixed(key) : key;
