import { sets, type ValueDefinition } from "../../kernel/shapes.js";
import { choice, host, kibPerSecond, onOff, percent, port } from "../../value-types/setting-types.js";
import { nothing, type ValueOf } from "../../value-types/value-types.js";
import { IF_REVISION } from "./revision.js";

interface SettingDefinition extends ValueDefinition {
  /** A change waits for a restart of the router. */
  readonly restart?: true;
  readonly readOnly?: true;
}

/** What all keys of network settings begin with; people leave it away. */
export const NETWORK_PREFIX = "router.net.";

/** The network settings. On the wire each key is prefixed with `svc.`; null reads, a string writes; what can only be read takes any value. */
export const NETWORK_SETTING = {
  "router.net.ntcp.port": { type: port, description: "NTCP port.", restart: true },
  "router.net.ntcp.hostname": { type: host, description: "NTCP hostname.", restart: true },
  "router.net.ntcp.autoip": {
    type: choice("always", "true", "false"),
    description: "NTCP automatic address selection.",
  },
  "router.net.ssu.port": { type: port, description: "SSU port.", restart: true },
  "router.net.ssu.hostname": { type: host, description: "SSU external hostname.", restart: true },
  "router.net.ssu.autoip": {
    type: choice("ssu", "local,ssu", "upnp,ssu", "local,upnp,ssu"),
    description: "SSU address-discovery sources.",
  },
  "router.net.ssu.detectedip": { type: nothing, description: "Detected SSU address.", readOnly: true },
  "router.net.upnp": { type: onOff, description: "Whether UPnP is used." },
  "router.net.bw.share": {
    type: percent,
    unit: "%",
    description: "Percentage of bandwidth for participating tunnels.",
  },
  "router.net.bw.in": { type: kibPerSecond, unit: "KiB/s", description: "Inbound bandwidth limit, KiB/s." },
  "router.net.bw.out": { type: kibPerSecond, unit: "KiB/s", description: "Outbound bandwidth limit, KiB/s." },
  "router.net.laptopmode": {
    type: onOff,
    description: "Whether the router hides address changes (laptop mode).",
  },
} as const satisfies Record<string, SettingDefinition>;

export type NetworkKey = keyof typeof NETWORK_SETTING;
export const NETWORK_KEYS = Object.keys(NETWORK_SETTING) as readonly NetworkKey[];
export type WritableKey = {
  [K in NetworkKey]: (typeof NETWORK_SETTING)[K] extends { readOnly: true } ? never : K;
}[NetworkKey];
export type NetworkValue<K extends WritableKey> = ValueOf<(typeof NETWORK_SETTING)[K]["type"]>;

/** The definition with its optional facts visible, for code that works over all of them. */
export const networkDefinition = (key: NetworkKey): SettingDefinition => NETWORK_SETTING[key];

export const METHODS = {
  NetworkSetting: sets(
    "Reads (null) and writes (string) network settings; all of a request is saved, or nothing.",
    "settings",
    NETWORK_SETTING,
    IF_REVISION,
  ),
} as const;
