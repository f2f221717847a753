import { isIP } from "node:net";
import { type Reason, reason, type TunnelOption, type TunnelType } from "@pilothouse/protocol";
import { SettingRefused, type TunnelConfig } from "../../port.js";
import { MADE_SIGNATURES } from "./key-file.js";

/** The values of a section by i2pd's names. */
export type Values = ReadonlyMap<string, string>;

const COMMON = [
  ...(["Type", "Description", "StartOnLoad", "TunnelLength", "TunnelVariance", "TunnelQuantity"] as const),
  ...(["SigType", "EncType"] as const),
] as const;
const LISTENING = ["Port", "ReachableBy", "Shared"] as const;
const SERVING = ["TargetHost", "TargetPort", "UseSSL"] as const;

interface Kind {
  /** i2pd's name of the type. */
  readonly type: string;
  readonly server: boolean;
  readonly options: readonly TunnelOption[];
  readonly needs: readonly TunnelOption[];
}

const client = (type: string, ...more: TunnelOption[]): Kind => ({
  type,
  server: false,
  options: [...COMMON, ...LISTENING, ...more],
  needs: ["Port", ...more],
});
const server = (type: string): Kind => ({
  type,
  server: true,
  options: [...COMMON, ...SERVING],
  needs: ["TargetPort"],
});

const KINDS: { readonly [T in TunnelType]?: Kind } = {
  client: client("client", "TargetDestination"),
  httpclient: client("httpproxy"),
  socks: client("socks"),
  server: server("server"),
  httpserver: server("http"),
  ircserver: server("irc"),
};

/** What to use instead of the types that i2pd does not have. */
const INSTEAD: { readonly [type: string]: string } = {
  ircclient:
    'i2pd does not filter what an IRC program says of its user; "client" leads there without a filter',
  socksirc: 'i2pd does not filter what an IRC program says of its user; "socks" leads there without a filter',
  connectclient: '"httpclient" takes CONNECT as well',
  httpbidirserver: 'use a "httpserver" and a "httpclient"',
};

export const takenOptions = (type: TunnelType): readonly TunnelOption[] => KINDS[type]?.options ?? [];

const OURS = new Map(Object.entries(KINDS).map(([type, kind]) => [kind.type, type as TunnelType]));
const SERVERS: ReadonlySet<string> = new Set(["server", "http", "irc", "udpserver"]);

/** Of a section: the type by the interface's name, or by i2pd's where that has none. */
export const typeOf = (values: Values): string =>
  OURS.get(values.get("type") ?? "") ?? values.get("type") ?? "";
export const isServer = (values: Values): boolean => SERVERS.has(values.get("type") ?? "");
export const isUdp = (values: Values): boolean => values.get("type")?.startsWith("udp") ?? false;

/** i2pd has one of these for each direction, and the interface one for both. */
const BOTH: readonly (readonly [TunnelOption, string])[] = [
  ["TunnelLength", "length"],
  ["TunnelVariance", "lengthVariance"],
  ["TunnelQuantity", "quantity"],
];
const BY_NAME: readonly (readonly [TunnelOption, string, of?: "client" | "server"])[] = [
  ["Port", "port", "client"],
  ["ReachableBy", "address", "client"],
  ["TargetHost", "host", "server"],
  ["TargetPort", "port", "server"],
  ["UseSSL", "ssl", "server"],
  ["SigType", "signaturetype"],
  ["EncType", "i2cp.leaseSetEncType"],
];
export const SHARED = "shareddest";
export const TRANSIENT = "transient";

/** Does a tunnel have a key file of its own, by the value of `keys`? */
export const hasKeyFile = (keys: string | undefined): keys is string =>
  keys !== undefined && keys !== "" && keys !== SHARED && !keys.startsWith(TRANSIENT);

/** A section in the words of the interface, without what is not in it. */
export function configOf(values: Values): Map<TunnelOption, string> {
  const side = isServer(values) ? "server" : "client";
  const config = new Map<TunnelOption, string>();
  const type = OURS.get(values.get("type") ?? "");
  if (type !== undefined) config.set("Type", type);
  for (const [option, name, of = side] of BY_NAME) {
    const value = values.get(name);
    if (of === side && value !== undefined) config.set(option, value);
  }
  for (const [option, name] of BOTH) {
    const [inbound, outbound] = [values.get(`inbound.${name}`), values.get(`outbound.${name}`)];
    if (inbound !== undefined && inbound === outbound) config.set(option, inbound);
  }
  const [destination, at] = [values.get("destination"), values.get("destinationport")];
  if (destination !== undefined)
    config.set("TargetDestination", at === undefined ? destination : `${destination}:${at}`);
  if (values.get("keys") === SHARED) config.set("Shared", "true");
  return config;
}

/** A section with these options changed; null unsets one. `Description` and `StartOnLoad` are not in it. */
export function withOptions(
  values: Values,
  set: ReadonlyMap<TunnelOption, string | null>,
): ReadonlyMap<string, string> {
  const type = set.get("Type") ?? typeOf(values);
  const kind = KINDS[type as TunnelType];
  if (kind === undefined)
    throw refused(
      "Type",
      `i2pd has no tunnels of the type "${type}"${type in INSTEAD ? `: ${INSTEAD[type]}` : ""}`,
    );
  if (values.has("type") && isServer(values) !== kind.server)
    throw refused("Type", "A server cannot become a client, nor a client a server: create another tunnel");
  const changed = new Map(values);
  changed.set("type", kind.type);
  for (const [option, value] of set) {
    if (!kind.options.includes(option))
      throw refused(option, `i2pd has no counterpart to ${option} for a tunnel of the type "${type}"`);
    change(changed, option, value);
  }
  if (kind.server && !changed.has("host")) changed.set("host", "127.0.0.1");
  const config = configOf(changed);
  for (const option of kind.needs)
    if (!config.has(option)) throw refused(option, reason("tunnel.needs", { type, option }));
  return changed;
}

function change(values: Map<string, string>, option: TunnelOption, value: string | null): void {
  const put = (name: string, text: string | null) =>
    text === null ? values.delete(name) : values.set(name, text);
  const named = BY_NAME.find(
    ([one, , of]) => one === option && of !== (isServer(values) ? "client" : "server"),
  );
  const both = BOTH.find(([one]) => one === option);
  if (value !== null) check(option, value);
  if (named !== undefined) put(named[1], value);
  if (both !== undefined) for (const way of ["inbound", "outbound"]) put(`${way}.${both[1]}`, value);
  if (option === "TargetDestination") {
    const [destination = null, at = null] = value?.split(":") ?? [];
    put("destination", destination);
    put("destinationport", at);
  }
  if (option === "Shared") share(values, value === "true");
}

function share(values: Map<string, string>, isShared: boolean): void {
  const keys = values.get("keys");
  if (!isShared && keys === SHARED) values.set("keys", TRANSIENT);
  if (!isShared || keys === SHARED) return;
  if (hasKeyFile(keys))
    throw refused(
      "Shared",
      "It has a key and an address of its own, which it would lose: create another tunnel",
    );
  values.set("keys", SHARED);
}

/** What i2pd takes is less than what the interface allows. */
function check(option: TunnelOption, value: string): void {
  if (option === "ReachableBy" && isIP(value) === 0)
    throw refused(option, reason("tunnel.listens", { value }));
  if (option === "TargetDestination" && value.includes(","))
    throw refused(option, "i2pd leads a tunnel to one destination, not to several");
  if (option === "SigType" && !MADE_SIGNATURES.includes(value))
    throw refused(
      option,
      `i2pd makes keys with signatures of the types ${MADE_SIGNATURES.join(", ")}, not ${value}`,
    );
}

export const refused = (key: string, why: Reason | string): SettingRefused =>
  new SettingRefused(why, { key });

/** All options of a tunnel, with those that are not in its section. */
export const wholeConfig = (
  values: Values,
  description: string | undefined,
  stopped: boolean,
): TunnelConfig => {
  const config = configOf(values);
  if (description !== undefined) config.set("Description", description);
  return config.set("StartOnLoad", stopped ? "false" : "true");
};
