import {
  allSettings,
  NETWORK_KEYS,
  networkDefinition,
  record,
  type Settings,
  text,
  type ValueType,
  type WritableKey,
} from "@pilothouse/protocol";
import { factoryServices, type KeptServices, servicesType } from "./kept/kept-services.js";

/** Under which name the configuration holds each network setting; the names are Java I2P's. */
export const CONFIG_NAMES = {
  "router.net.ntcp.port": "i2np.ntcp.port",
  "router.net.ntcp.hostname": "i2np.ntcp.hostname",
  "router.net.ntcp.autoip": "i2np.ntcp.autoip",
  "router.net.ssu.port": "i2np.udp.port",
  "router.net.ssu.hostname": "i2np.udp.host",
  "router.net.ssu.autoip": "i2np.udp.addressSources",
  "router.net.upnp": "i2np.upnp.enable",
  "router.net.bw.share": "router.sharePercentage",
  "router.net.bw.in": "i2np.bandwidth.inboundKBytesPerSecond",
  "router.net.bw.out": "i2np.bandwidth.outboundKBytesPerSecond",
  "router.net.laptopmode": "i2np.laptopMode",
} as const satisfies Record<WritableKey, string>;

export const WRITABLE_KEYS = NETWORK_KEYS.filter((key): key is WritableKey => key in CONFIG_NAMES);
export const KEY_BEHIND: ReadonlyMap<string, WritableKey> = new Map(
  WRITABLE_KEYS.map((key) => [CONFIG_NAMES[key], key]),
);

/** What survives: the configuration, tunnels and names, and the version that the next start of the router runs. */
export interface Stored {
  readonly version: string;
  readonly settings: Settings;
  readonly services: KeptServices;
}

/** What an earlier version has stored has no tunnels and no names: it gets those of a new one. */
const services: ValueType<KeptServices> = {
  ...servicesType,
  read: (value) => (value === undefined ? factoryServices() : servicesType.read(value)),
};

export const storedType = record({ version: text, settings: allSettings, services });

export const factory = (): Stored => ({
  version: "2.10.0",
  services: factoryServices(),
  settings: new Map([
    [CONFIG_NAMES["router.net.ntcp.port"], "24117"],
    [CONFIG_NAMES["router.net.ntcp.autoip"], "true"],
    [CONFIG_NAMES["router.net.ssu.port"], "24117"],
    [CONFIG_NAMES["router.net.ssu.autoip"], "local,upnp,ssu"],
    [CONFIG_NAMES["router.net.upnp"], "true"],
    [CONFIG_NAMES["router.net.bw.share"], "80"],
    [CONFIG_NAMES["router.net.bw.in"], "1024"],
    [CONFIG_NAMES["router.net.bw.out"], "512"],
    [CONFIG_NAMES["router.net.laptopmode"], "false"],
  ]),
});

/** The settings that decide how the router fares. */
export interface InForce {
  readonly hidden: boolean;
  readonly floodfill: boolean;
  readonly udp: boolean;
  readonly upnp: boolean;
  readonly ntcpHost: string | undefined;
  readonly ssuHost: string | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** From 0 to 1. */
  readonly share: number;
}

const KIB = 1024;

/** What counts now: saved values, except where a change waits for a restart. Unset ones have defaults. */
export function inForce(saved: Settings, applied: Settings): InForce {
  const value = (key: WritableKey) =>
    (networkDefinition(key).restart ? applied : saved).get(CONFIG_NAMES[key]);
  return {
    hidden: saved.get("router.isHidden") === "true",
    floodfill: saved.get("router.floodfillParticipant") === "true",
    udp: saved.get("i2np.udp.enable") !== "false",
    upnp: value("router.net.upnp") !== "false",
    ntcpHost: value("router.net.ntcp.hostname"),
    ssuHost: value("router.net.ssu.hostname"),
    bytesIn: Number(value("router.net.bw.in") ?? 300) * KIB,
    bytesOut: Number(value("router.net.bw.out") ?? 60) * KIB,
    share: Number(value("router.net.bw.share") ?? 80) / 100,
  };
}

/** Whether something saved waits for a restart. */
export const differsUntilRestart = (saved: Settings, applied: Settings): boolean =>
  WRITABLE_KEYS.some(
    (key) =>
      networkDefinition(key).restart && saved.get(CONFIG_NAMES[key]) !== applied.get(CONFIG_NAMES[key]),
  );
