import { type Settings, settingName, settingValue, Unfit, type WritableKey } from "@pilothouse/protocol";
import { SettingRefused } from "../port.js";
import { checkNetwork } from "./wire-names.js";

interface ConfigRow {
  /** Under which name the router's configuration holds the setting. */
  readonly name: string;
  /** Names that it changes together with this one. */
  readonly also?: readonly string[];
  /** A change waits for a restart. */
  readonly restart?: true;
}

/**
 * The network settings in Java I2P's configuration. Seen in what it saves after each write, and in
 * which of them answer RestartNeeded when they are changed (recorded: 12-ns-write-…).
 */
export const CONFIG = {
  "router.net.ntcp.port": { name: "i2np.ntcp.port", also: ["i2np.ntcp.autoport"], restart: true },
  "router.net.ntcp.hostname": { name: "i2np.ntcp.hostname", restart: true },
  "router.net.ntcp.autoip": { name: "i2np.ntcp.autoip", restart: true },
  "router.net.ssu.port": { name: "i2np.udp.port", also: ["i2np.udp.internalPort"], restart: true },
  "router.net.ssu.hostname": { name: "i2np.udp.host", restart: true },
  "router.net.ssu.autoip": { name: "i2np.udp.addressSources", restart: true },
  "router.net.upnp": { name: "i2np.upnp.enable", restart: true },
  "router.net.bw.share": { name: "router.sharePercentage" },
  "router.net.bw.in": {
    name: "i2np.bandwidth.inboundKBytesPerSecond",
    also: ["i2np.bandwidth.inboundBurstKBytesPerSecond", "i2np.bandwidth.inboundBurstKBytes"],
  },
  "router.net.bw.out": {
    name: "i2np.bandwidth.outboundKBytesPerSecond",
    also: ["i2np.bandwidth.outboundBurstKBytesPerSecond", "i2np.bandwidth.outboundBurstKBytes"],
  },
  "router.net.laptopmode": { name: "i2np.laptopMode" },
} as const satisfies Record<WritableKey, ConfigRow>;

export const configRow = (key: WritableKey): ConfigRow => CONFIG[key];

/** All names that a write of this key may change. */
export const touchedBy = (key: WritableKey): readonly string[] => [
  configRow(key).name,
  ...(configRow(key).also ?? []),
];

const KEY_BEHIND: ReadonlyMap<string, WritableKey> = new Map([
  ...(Object.keys(CONFIG) as WritableKey[]).map((key) => [CONFIG[key].name, key] as const),
  ["i2np.udp.internalPort", "router.net.ssu.port"],
]);

/** What its file cannot hold, and its memory does: see the quirk `poisoning`. */
const POISON = { inName: /[#;=\r\n]/, inValue: /[#\r\n]/ } as const;

const isPoison = ([name, value]: readonly [string, string]): boolean =>
  POISON.inName.test(name) || POISON.inValue.test(value);

/** The name of a setting that keeps the router from saving anything. */
export const poisonIn = (settings: Settings): string | undefined => [...settings].find(isPoison)?.[0];

/** Throws unless the router can take and keep this setting; its own AdvancedSettings checks nothing. */
export function checkAdvanced(name: string, value: string): void {
  const shown = JSON.stringify(name);
  try {
    settingName.read(name);
    settingValue.read(value);
  } catch (error) {
    if (error instanceof Unfit) throw new SettingRefused(`${shown} ${error.message}`, { key: name });
    throw error;
  }
  if (isPoison([name, value]))
    throw new SettingRefused(`${shown} cannot hold "#": it begins a comment in the router's configuration`, {
      key: name,
    });
  const key = KEY_BEHIND.get(name);
  if (key !== undefined) checkNetwork(key, value, shown);
}
