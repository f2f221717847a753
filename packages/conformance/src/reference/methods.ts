import { type Method, type Params, Refusal, type Value } from "./behaviour.js";
import { ADDRESS_BOOK, PROPOSED_INFO, TUNNEL_MANAGER } from "./proposal-170.js";
import { ROUTER_SETTINGS } from "./settings.js";
import type { State } from "./state.js";

/** A double, which is written with a fraction. */
export class Double {
  constructor(readonly value: number) {}
}

const PREFIX = /^(svc|i2p)\./;
const needsRestart = (key: string) => /port$|hostname$/.test(key);
const isMap = (value: Value): value is Params =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Double);

export const INFO: { readonly [key: string]: (state: State) => Value } = {
  "router.status": () => "OK",
  "router.uptime": (state) => Date.now() - state.started,
  "router.version": () => "1.2.3-reference",
  "router.net.status": () => 0,
  "router.net.bw.inbound.1s": () => new Double(1_200.5),
  "router.net.bw.inbound.15s": () => new Double(1_100),
  "router.net.bw.outbound.1s": () => new Double(900.25),
  "router.net.bw.outbound.15s": () => new Double(0),
  "router.net.tunnels.participating": () => 12,
  "router.netdb.knownpeers": () => 3_400,
  "router.netdb.activepeers": () => 56,
  "router.netdb.fastpeers": () => 20,
  "router.netdb.highcapacitypeers": () => 30,
  "router.netdb.isreseeding": () => false,
  ...PROPOSED_INFO,
};

const STATS = new Set(["bw.sendRate", "bw.recvRate"]);

const readSetting = (key: string, state: State): Value =>
  key === "router.net.ssu.detectedip"
    ? "198.18.0.2"
    : (state.settings.get(ROUTER_SETTINGS[key]?.name ?? "") ?? null);

const without = (params: Params): [string, Value][] =>
  Object.entries(params).filter(([name]) => name !== "Token" && name !== "API");

const ACTIONS: { readonly [name: string]: Value } = {
  Restart: null,
  RestartGraceful: null,
  Shutdown: null,
  ShutdownGraceful: null,
  Reseed: null,
  FindUpdates: false,
  Update: "No update",
};

const checkedMap = (name: string, map: Value): { readonly [name: string]: string } => {
  if (!isMap(map)) throw new Refusal("invalidParams", `${name} must be a map`);
  const bad = Object.entries(map).find(([, value]) => typeof value !== "string");
  if (bad !== undefined) throw new Refusal("invalidParams", `${bad[0]} must be a string`);
  return map as { readonly [name: string]: string };
};

/** Every method of section 4, done as the specification says, and those of the open proposal. */
export const METHODS = {
  Authenticate: (params, state) => {
    if (params["API"] === undefined || params["API"] === null) throw new Refusal("noApi");
    if (params["API"] !== 1) throw new Refusal("badApi");
    if (typeof params["Password"] !== "string")
      throw new Refusal("invalidParams", "Password must be a string");
    if (params["Password"] !== state.password) throw new Refusal("wrongPassword");
    return { API: 1, Token: state.newToken() };
  },

  Echo: (params) => {
    if (typeof params["Echo"] !== "string") throw new Refusal("invalidParams", "Echo must be a string");
    return { Result: params["Echo"] };
  },

  RouterInfo: (params, state) =>
    Object.fromEntries(
      without(params).flatMap(([name]) => {
        const key = name.replace(PREFIX, "");
        return PREFIX.test(name) && Object.hasOwn(INFO, key) ? [[name, INFO[key]?.(state)]] : [];
      }),
    ),

  GetRate: (params) => {
    const { Stat, Period } = params;
    if (typeof Stat !== "string" || !STATS.has(Stat)) throw new Refusal("invalidParams", "Stat");
    if (typeof Period !== "number" || !Number.isInteger(Period) || Period <= 0)
      throw new Refusal("invalidParams", "Period");
    return { Result: new Double(900) };
  },

  RouterManager: (params, state) => {
    const names = without(params).map(([name]) => name);
    const unknown = names.find((name) => !Object.hasOwn(ACTIONS, name));
    if (unknown !== undefined) throw new Refusal("invalidParams", `${unknown} is no action`);
    state.actions.push(...names);
    if (names.includes("Restart")) state.started = Date.now();
    return Object.fromEntries(names.map((name) => [name, ACTIONS[name]]));
  },

  NetworkSetting: (params, state, behaviour) => {
    const asked = without(params).map(([name, value]) => ({ name, value, key: name.replace(PREFIX, "") }));
    const writes = asked.filter(({ key, value }) => value !== null && key !== "router.net.ssu.detectedip");
    const bad = asked.find(
      ({ key }) => ROUTER_SETTINGS[key] === undefined && key !== "router.net.ssu.detectedip",
    );
    if (bad !== undefined) throw new Refusal("invalidParams", `${bad.name} is no setting`);
    for (const { name, key, value } of writes) {
      const wrong = behaviour.settingError(key, value);
      if (wrong !== undefined) throw new Refusal("invalidParams", `${name} ${wrong}`);
    }
    for (const { key, value } of writes) state.settings.set(ROUTER_SETTINGS[key]?.name ?? "", String(value));
    state.restartNeeded ||= writes.some(({ key }) => needsRestart(key));
    return {
      ...Object.fromEntries(asked.map(({ name, key }) => [name, readSetting(key, state)])),
      SettingsSaved: writes.length > 0,
      RestartNeeded: state.restartNeeded,
    };
  },

  AdvancedSettings: (params, state) => {
    const asked = Object.fromEntries(without(params));
    const unknown = Object.keys(asked).find((name) => !/^(get|getAll|set|setAll)$/.test(name));
    if (unknown !== undefined) throw new Refusal("invalidParams", `${unknown} is no parameter`);
    if ("get" in asked && typeof asked["get"] !== "string") throw new Refusal("invalidParams", "get");
    if ("setAll" in asked) state.settings = new Map(Object.entries(checkedMap("setAll", asked["setAll"])));
    if ("set" in asked)
      for (const [name, value] of Object.entries(checkedMap("set", asked["set"])))
        state.settings.set(name, value);
    const name = String(asked["get"]);
    return {
      ...("getAll" in asked ? { getAll: Object.fromEntries(state.settings) } : {}),
      ...("get" in asked ? { get: { [name]: state.settings.get(name) ?? null } } : {}),
    };
  },

  ServiceControl: (params, state) => {
    const name = Object.keys(params).find((one) => /^(svc|i2p)control\.password$/.test(one));
    if (name === undefined) return { SettingsSaved: false };
    const password = params[name];
    if (typeof password !== "string" || password === "") throw new Refusal("invalidParams", "password");
    state.password = password;
    state.tokens.clear();
    return { [name]: null, SettingsSaved: true };
  },

  TunnelManager: TUNNEL_MANAGER,
  AddressBook: ADDRESS_BOOK,
} as const satisfies { readonly [name: string]: Method };
