import { double, infoFlag, infoText, infoVersion, inRange, type Kind, long } from "./kinds.js";

/** The keys of section 2.3, without their prefix, and what each holds. */
export const INFO_KEYS = {
  "router.status": infoText,
  "router.uptime": long,
  "router.version": infoVersion,
  "router.net.status": inRange(0, 14),
  "router.net.bw.inbound.1s": double,
  "router.net.bw.inbound.15s": double,
  "router.net.bw.outbound.1s": double,
  "router.net.bw.outbound.15s": double,
  "router.net.tunnels.participating": long,
  "router.netdb.knownpeers": long,
  "router.netdb.activepeers": long,
  "router.netdb.fastpeers": long,
  "router.netdb.highcapacitypeers": long,
  "router.netdb.isreseeding": infoFlag,
} as const satisfies { readonly [key: string]: Kind };

export type InfoKey = keyof typeof INFO_KEYS;
export const INFO_NAMES = Object.keys(INFO_KEYS) as InfoKey[];

interface SettingRow {
  /** What a value looks like when it is set. */
  readonly value: RegExp;
  readonly wants: string;
  /** Two values that may be written; absent for what can only be read. */
  readonly samples?: readonly [string, string, ...string[]];
  /** A change requires restart: what counts until then is not in the specification. */
  readonly needsRestart?: true;
  /** The specification says no more than "string": a server may take other values than the samples. */
  readonly open?: true;
}

const PORT = /^([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/;
const WHOLE = /^\d+$/;

/** The keys of section 2.3a, without their prefix. */
const SETTING_KEYS = {
  "router.net.ntcp.port": {
    value: PORT,
    wants: "1-65535",
    samples: ["23456", "23457"],
    needsRestart: true,
  },
  "router.net.ntcp.hostname": {
    value: /^/,
    wants: "a string",
    samples: ["198.18.21.1", "198.18.22.1"],
    needsRestart: true,
    open: true,
  },
  "router.net.ntcp.autoip": {
    value: /^(always|true|false)$/,
    wants: "always, true or false",
    samples: ["true", "false"],
  },
  "router.net.ssu.port": { value: PORT, wants: "1-65535", samples: ["23456", "23457"], needsRestart: true },
  "router.net.ssu.hostname": {
    value: /^/,
    wants: "a string",
    samples: ["198.18.21.1", "198.18.22.1"],
    needsRestart: true,
    open: true,
  },
  "router.net.ssu.autoip": {
    value: /^(local,)?(upnp,)?ssu$/,
    wants: "ssu, local,ssu, upnp,ssu or local,upnp,ssu",
    samples: ["local,ssu", "upnp,ssu"],
  },
  "router.net.ssu.detectedip": { value: /^/, wants: "an address" },
  "router.net.upnp": { value: /^/, wants: "a string", samples: ["true", "false"], open: true },
  "router.net.bw.share": { value: /^(\d{1,2}|100)$/, wants: "0-100", samples: ["70", "80"] },
  "router.net.bw.in": { value: WHOLE, wants: "a non-negative integer", samples: ["512", "640", "768"] },
  "router.net.bw.out": { value: WHOLE, wants: "a non-negative integer", samples: ["512", "640", "768"] },
  "router.net.laptopmode": { value: /^/, wants: "a string", samples: ["true", "false"], open: true },
} as const satisfies { readonly [key: string]: SettingRow };

export type SettingKey = keyof typeof SETTING_KEYS;
export const SETTING_NAMES = Object.keys(SETTING_KEYS) as SettingKey[];
export const settingDefinition = (key: SettingKey): SettingRow => SETTING_KEYS[key];
export const isWritable = (key: SettingKey): boolean => settingDefinition(key).samples !== undefined;

/** The methods that need a token, each with parameters that read or change nothing. */
export const GUARDED = {
  RouterInfo: { "svc.router.version": "" },
  GetRate: { Stat: "bw.sendRate", Period: 60_000 },
  RouterManager: {},
  NetworkSetting: { "svc.router.net.bw.in": null },
  AdvancedSettings: { getAll: "" },
  Echo: { Echo: "hello" },
  ServiceControl: {},
} as const satisfies { readonly [method: string]: { readonly [name: string]: unknown } };

type GuardedMethod = keyof typeof GUARDED;
export const GUARDED_METHODS = Object.keys(GUARDED) as GuardedMethod[];

/** Servers in the field say `i2p` where the specification says `svc`. */
export type Names = "svc" | "i2p";

/** A request or key as the specification writes it, in the spelling of the server. */
export const spelled = (text: string, names: Names): string =>
  names === "svc"
    ? text
    : text
        .replaceAll("svc.router.", "i2p.router.")
        .replaceAll("svccontrol.", "i2pcontrol.")
        .replaceAll("ServiceControl", "I2PControl");
