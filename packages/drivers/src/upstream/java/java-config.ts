import { poisonIn } from "@pilothouse/client";
import {
  digits,
  host,
  NETWORK_KEYS,
  type NetworkKey,
  networkDefinition,
  type Reason,
  reason,
  type Settings,
  settingName,
  settingValue,
  type ValueType,
  type WritableKey,
} from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import { requireFit, SettingRefused } from "../../port.js";

interface ConfigRow {
  /** Under which name the router's configuration holds the setting. */
  readonly name: string;
  /** Names that it changes together with this one. */
  readonly also?: readonly string[];
  /** A change waits for a restart. */
  readonly restart?: true;
}

const AUTOPORT = "i2np.ntcp.autoport";
const UDP_PORT = "i2np.udp.port";
const UDP_INTERNAL_PORT = "i2np.udp.internalPort";
/** The address that the router last found for itself. */
const LAST_IP = "i2np.lastIP";

/**
 * The network settings in Java I2P's configuration. Seen in what it saves after each write, and in
 * which of them answer RestartNeeded when they are changed (recorded: 12-ns-write-…).
 */
export const CONFIG = {
  "router.net.ntcp.port": { name: "i2np.ntcp.port", also: [AUTOPORT], restart: true },
  "router.net.ntcp.hostname": { name: "i2np.ntcp.hostname", restart: true },
  "router.net.ntcp.autoip": { name: "i2np.ntcp.autoip", restart: true },
  "router.net.ssu.port": { name: UDP_PORT, also: [UDP_INTERNAL_PORT], restart: true },
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

const LEAST_RATE = 5;
/** In bytes, which an int of Java has to hold. */
const MOST_BURST = Math.floor((2 ** 31 - 1) / 1_024);
const burstRate = digits(LEAST_RATE, MOST_BURST);
/** The router itself writes twenty seconds of the burst rate. */
const burstSize = digits(LEAST_RATE, 2 ** 31 - 1);

/** What the router takes as it is, by its own names; see the quirk `bandwidthBounds`. */
const TAKES: ReadonlyMap<string, ValueType<string>> = new Map([
  // Its burst rate, a tenth more, counts too.
  ["i2np.bandwidth.inboundKBytesPerSecond", digits(LEAST_RATE, 1_906_500)],
  ["i2np.bandwidth.outboundKBytesPerSecond", digits(LEAST_RATE, 16_384)],
  ["i2np.bandwidth.inboundBurstKBytesPerSecond", burstRate],
  ["i2np.bandwidth.outboundBurstKBytesPerSecond", burstRate],
  ["i2np.bandwidth.inboundBurstKBytes", burstSize],
  ["i2np.bandwidth.outboundBurstKBytes", burstSize],
]);

/** The values of a network setting that the router takes and keeps to, where they are fewer than the interface allows. */
export const takes = (key: WritableKey): ValueType<string> | undefined => TAKES.get(CONFIG[key].name);

export const configRow = (key: WritableKey): ConfigRow => CONFIG[key];

/** All names that a write of this key may change. */
export const touchedBy = (key: WritableKey): readonly string[] => [
  configRow(key).name,
  ...(configRow(key).also ?? []),
];

const KEY_BEHIND: ReadonlyMap<string, WritableKey> = new Map([
  ...(Object.keys(CONFIG) as WritableKey[]).map((key) => [CONFIG[key].name, key] as const),
  [UDP_INTERNAL_PORT, "router.net.ssu.port"],
]);

/**
 * The network settings as the configuration of Java I2P holds them; undefined for that of another server.
 * Java I2P gives itself both ports when it first starts.
 */
export function networkValues(all: Settings): ReadonlyMap<NetworkKey, string | null> | undefined {
  if (!all.has(UDP_PORT) || !all.has(UDP_INTERNAL_PORT)) return undefined;
  return new Map(
    NETWORK_KEYS.map((key) => {
      if (key === "router.net.ssu.detectedip") return [key, addressOf(all.get(LAST_IP))];
      // An empty setting is an unset one: the router cannot remove a single name.
      return [key, all.get(nameInForce(key, all)) || null];
    }),
  );
}

/** With autoport, which is on by default, NTCP listens on the port of UDP. */
const nameInForce = (key: WritableKey, all: Settings): string =>
  key === "router.net.ntcp.port" && (all.get(AUTOPORT) ?? "true").toLowerCase() === "true"
    ? UDP_INTERNAL_PORT
    : configRow(key).name;

/** What is no address is not passed on. */
export const addressOf = (reported: unknown): string | null => orNone(() => host.read(reported)) || null;

/** These network settings by their names in the configuration, with what gives them force. */
export function namedWrites(writes: ReadonlyMap<WritableKey, string>): Settings {
  const named = [...writes].map(([key, value]) => [configRow(key).name, value] as const);
  return new Map(writes.has("router.net.ntcp.port") ? [...named, [AUTOPORT, "false"]] : named);
}

/** Throws unless the router takes this value and does what it says. */
export const checkJava = (key: WritableKey, value: string): void =>
  requireFit(takes(key) ?? networkDefinition(key).type, value, key);

/** What to do about settings that the router's file cannot hold. */
export const poisoned = (names: readonly string[]): Reason =>
  reason("java.poisoned", { names: names.map((name) => JSON.stringify(name)).join(", ") });

/** What Java's `trim` takes away when the file is read. */
const OUTER_BLANK = /^[\0-\x20]|[\0-\x20]$/;

/** Throws unless the router can take and keep this setting; its own AdvancedSettings checks nothing. */
export function checkAdvanced(name: string, value: string): void {
  const shown = JSON.stringify(name);
  requireFit(settingName, name, name, shown);
  requireFit(settingValue, value, name, shown);
  if (poisonIn([[name, value]]).length > 0)
    throw new SettingRefused(reason("java.poison", { names: shown }), { key: name });
  if (OUTER_BLANK.test(name) || OUTER_BLANK.test(value))
    throw new SettingRefused(reason("java.blank", { name: shown }), { key: name });
  const behind = KEY_BEHIND.get(name);
  const kind = TAKES.get(name) ?? (behind && networkDefinition(behind).type);
  if (kind !== undefined) requireFit(kind, value, name, shown);
}
