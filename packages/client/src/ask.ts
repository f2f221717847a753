import {
  type Action,
  API_VERSION,
  actionDefinition,
  allSettings,
  count,
  DIALECTS,
  double,
  EXTENSION_RESULTS,
  flag,
  type MethodName,
  NETWORK_SETTING,
  networkDefinition,
  type Params,
  prefixed,
  type RateStat,
  type Result,
  type ResultDefinition,
  ROUTER_INFO,
  type ROUTER_MANAGER,
  type Settings,
  secret,
  settingName,
  somePassword,
  someSettings,
  spelled,
  text,
  Unfit,
  type ValueOf,
  type ValueType,
} from "@pilothouse/protocol";
import { ClientError } from "./client-error.js";
import { poisonRefusal } from "./values/java-poison.js";
import { loose, looseMap, looseSetting } from "./values/loose.js";
import {
  INFO_NAMES,
  type InfoName,
  type InfoOf,
  infoKey,
  type NetworkName,
  type NetworkValues,
  type NetworkWrites,
  type NetworkWritten,
  networkKey,
  type SettingsInput,
  WRITABLE_NAMES,
  type WritableName,
} from "./values/short-names.js";

export type Fields = { readonly [name: string]: unknown };

/** One call, not yet made: what is asked, in the interface's own names, and how the answer is read. */
export interface ClientCall<T> {
  readonly method: string;
  readonly params: Fields;
  readonly read: (result: Fields) => T;
  /** Making it twice does no harm. */
  readonly repeatable?: boolean;
  /** Bytes that no honest answer is longer than, where they are known. */
  readonly largest?: number;
  /** The answer comes when the work is done, which can take minutes. */
  readonly blocking?: boolean;
  /** Why it is not sent to Java I2P, which would take it and be broken by it. */
  readonly harmsJava?: string | undefined;
}

/** A few dozen values. A server that was taken over could send megabytes every second. */
const LARGEST_INFO = 256 * 1024;
const LARGEST_SETTINGS = 1_536 * 1024;

const infoWire = (name: InfoName) => bagKey("RouterInfo", ROUTER_INFO, infoKey(name));
const networkWire = (name: NetworkName) => bagKey("NetworkSetting", NETWORK_SETTING, networkKey(name));

/** Names come from people too, through programs that are not checked by a compiler. */
function bagKey(method: MethodName, bag: object, key: string): string {
  if (Object.hasOwn(bag, key)) return prefixed(key);
  throw new ClientError("params", `${method} has no ${key}`, { name: "invalidParams" });
}

/** The calls of the interface. `Client` makes them one by one; `batch` takes them as they are. */
export const ask = {
  routerInfo<N extends InfoName>(names: readonly N[] = INFO_NAMES as readonly N[]): ClientCall<InfoOf<N>> {
    return {
      method: "RouterInfo" satisfies MethodName,
      params: keyed(names, infoWire, () => ""),
      read: (result) =>
        collect(names, (name) => {
          const type: ValueType<unknown> = ROUTER_INFO[infoKey(name)].type;
          return loose(type, field(result, infoWire(name)));
        }) as InfoOf<N>,
      repeatable: true,
      largest: LARGEST_INFO,
    };
  },

  /** Without names: all that can be written. Java I2P fails on the one that cannot. */
  networkRead<N extends NetworkName = WritableName>(
    names: readonly N[] = WRITABLE_NAMES as readonly NetworkName[] as readonly N[],
  ): ClientCall<NetworkValues<N>> {
    return {
      method: "NetworkSetting" satisfies MethodName,
      params: keyed(names, networkWire, () => null),
      read: (result) => networkValues(names, result),
      repeatable: true,
    };
  },

  /** Of the router's settings, for a write that is to be refused if somebody else has written since. Not every server has it. */
  settingsRevision: (): ClientCall<number> => ({
    method: "NetworkSetting" satisfies MethodName,
    params: { IfRevision: null },
    read: (result) => wanted(loose(count, result["Revision"]), "Revision"),
    repeatable: true,
  }),

  networkWrite(writes: NetworkWrites, ifRevision?: number): ClientCall<NetworkWritten> {
    const names = Object.keys(writes) as WritableName[];
    return {
      method: "NetworkSetting" satisfies MethodName,
      params: {
        ...keyed(names, networkWire, (name) => writable(name, writes[name])),
        ...(ifRevision !== undefined && { IfRevision: ifRevision }),
      },
      read(result) {
        const values = networkValues(names, result);
        return {
          values,
          // i2pd has no SettingsSaved: it repeats the settings it takes, and passes over the others.
          saved: loose(flag, result["SettingsSaved"]) ?? names.every((name) => Object.hasOwn(values, name)),
          restartNeeded: loose(flag, result["RestartNeeded"]) ?? false,
        };
      },
    };
  },

  /** One advanced setting; null when the router does not have it. */
  get(name: string): ClientCall<string | null> {
    return {
      method: "AdvancedSettings" satisfies MethodName,
      params: { get: fit("the setting's name", settingName, name) } satisfies Params<"AdvancedSettings">,
      read: (result) => wanted(looseMap(result["get"], looseSetting), "get").get(name) ?? null,
      repeatable: true,
    };
  },
  getAll(): ClientCall<Settings> {
    return {
      method: "AdvancedSettings" satisfies MethodName,
      params: { getAll: null } satisfies Params<"AdvancedSettings">,
      read: (result) =>
        wanted(
          looseMap(result["getAll"], (value) => loose(text, value)),
          "getAll",
        ),
      repeatable: true,
      largest: LARGEST_SETTINGS,
    };
  },
  /** Some servers repeat the settings in the answer, as `set` or `Set`, and some do not, so it is ignored. */
  set: (settings: SettingsInput, ifRevision?: number): ClientCall<void> =>
    writes("set", fitting(settings, someSettings), ifRevision),
  /** Removes every setting that is not given. */
  setAll: (settings: SettingsInput, ifRevision?: number): ClientCall<void> =>
    writes("setAll", fitting(settings, allSettings), ifRevision),

  /** The mean of a rate statistic over the last `period` milliseconds. */
  rate: (stat: RateStat | (string & {}), period: number): ClientCall<number> => ({
    method: "GetRate" satisfies MethodName,
    params: { Stat: stat, Period: period } satisfies Params<"GetRate">,
    read: (result) => wanted(loose(double, result["Result"] ?? result["Rate"]), "Result"),
    repeatable: true,
  }),

  act: <A extends Action>(action: A): ClientCall<ActionResult<A>> => ({
    method: "RouterManager" satisfies MethodName,
    params: { [action]: true },
    read(result) {
      if (!Object.hasOwn(result, action))
        throw new ClientError("ignored", `the server does not do ${action}: it answered without it`);
      const type = actionDefinition(action).result as ValueType<ActionResult<A>>;
      return wanted(loose(type, result[action]), action);
    },
    blocking: actionDefinition(action).blocking === true,
  }),

  echo: (words: string): ClientCall<string> => ({
    method: "Echo" satisfies MethodName,
    params: { Echo: words } satisfies Params<"Echo">,
    read: (result) => wanted(loose(text, result["Result"]), "Result"),
    repeatable: true,
  }),

  /** Whether the password was changed: some servers pass over one that is the same as before. */
  changePassword: (password: string): ClientCall<boolean> => ({
    method: "ServiceControl" satisfies MethodName,
    params: { [PASSWORD]: fit("the new password", somePassword, password) },
    // i2pd answers without SettingsSaved.
    read: (result) => loose(flag, result["SettingsSaved"]) ?? field(result, PASSWORD) === null,
  }),

  /** The token; undefined for a wrong password, which i2pd answers with an empty result. */
  token: (password: string, user?: string): ClientCall<string | undefined> => ({
    method: "Authenticate" satisfies MethodName,
    params: {
      ...({ API: API_VERSION, Password: password } satisfies Params<"Authenticate">),
      ...(user && { User: user }),
    },
    read: (result) => loose(secret, result["Token"]),
    repeatable: true,
  }),
  logout: (): ClientCall<void> => ({
    method: "pilothouse.logout" satisfies MethodName,
    params: {},
    read: () => undefined,
  }),

  /** A method that only Pilothouse has; its row says what the answer holds. */
  own: <M extends ExtensionMethod>(method: M, params: Params<M>): ClientCall<Result<M>> => ({
    method,
    params: params as Fields,
    read: (result) => readRows(EXTENSION_RESULTS[method], result) as Result<M>,
  }),

  /** Any method; the interface's own names are spelled as the server wants them. */
  call: (method: string, params: Fields = {}): ClientCall<Fields> => ({
    method,
    params,
    read: (result) => result,
  }),
} as const;

/** A result, as the rows of its method describe it. */
export const readRows = (
  rows: { readonly [name: string]: Omit<ResultDefinition, "description"> },
  result: Fields,
): Fields =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([name, { optional }]) => !optional || Object.hasOwn(result, name))
      .map(([name, { type }]) => [name, fit(name, type, result[name], "protocol")]),
  );

export type ExtensionMethod = keyof typeof EXTENSION_RESULTS;
export type ActionResult<A extends Action> = ValueOf<(typeof ROUTER_MANAGER)[A]["result"]>;

const PASSWORD = "svccontrol.password" satisfies keyof Params<"ServiceControl">;

/** A member of an answer, under any of its names. */
export function field(result: Fields, name: string): unknown {
  for (const dialect of DIALECTS) {
    const wire = spelled(name, dialect);
    if (Object.hasOwn(result, wire)) return result[wire];
  }
  return undefined;
}

const keyed = <N extends string>(
  names: readonly N[],
  wire: (name: N) => string,
  value: (name: N) => unknown,
) => Object.fromEntries(names.map((name) => [wire(name), value(name)]));

function collect<N extends string, T>(names: readonly N[], read: (name: N) => T | undefined) {
  const found: { [name: string]: T } = {};
  for (const name of names) {
    const value = read(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

const networkValues = <N extends NetworkName>(names: readonly N[], result: Fields) =>
  collect(names, (name) => looseSetting(field(result, networkWire(name)))) as NetworkValues<N>;

const writable = (name: WritableName, value: unknown) =>
  fit(name, networkDefinition(networkKey(name)).type, value);

const fitting = (settings: SettingsInput, type: ValueType<Settings>): Settings =>
  fit("the settings", type, settings instanceof Map ? Object.fromEntries(settings) : settings);

const writes = (parameter: "set" | "setAll", settings: Settings, ifRevision?: number): ClientCall<void> => ({
  method: "AdvancedSettings" satisfies MethodName,
  params: {
    [parameter]: Object.fromEntries(settings),
    ...(ifRevision !== undefined && { IfRevision: ifRevision }),
  },
  read: () => undefined,
  harmsJava: poisonRefusal(settings),
});

/** Some servers take a bad value and keep it, so a value is checked before it leaves. */
function fit<T>(
  what: string,
  type: ValueType<T>,
  value: unknown,
  fault: "params" | "protocol" = "params",
): T {
  try {
    return type.read(value);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    const name = fault === "params" ? "invalidParams" : undefined;
    throw new ClientError(fault, `${what} ${error.message}`, { name });
  }
}

function wanted<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new ClientError("protocol", `the server answered without ${name}`);
  return value;
}
