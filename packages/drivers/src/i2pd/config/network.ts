import { isIP } from "node:net";
import {
  digits,
  networkDefinition,
  percent,
  reason,
  type Settings,
  type ValueType,
  type WritableKey,
} from "@pilothouse/protocol";
import { type NetworkWrites, requireFit, SettingRefused } from "../../port.js";
import { isOff, isOn } from "../guard/rules.js";

type Changes = { readonly [name: string]: string | null };

/** How i2pd.conf holds a network setting. */
interface Holding {
  /** The options that it is held in. */
  readonly names: readonly string[];
  readonly read: (settings: Settings) => string | null;
  readonly write: (value: string) => Changes;
}

/** A switch as the interface says it; null when it is not in the file. */
export function switched(settings: Settings, name: string): "true" | "false" | null {
  const value = settings.get(name) ?? "";
  if (isOn(value)) return "true";
  return isOff(value) ? "false" : null;
}

/** Each transport has a port of its own, or both use the general one; 0 means any. */
const portOf = (transport: "ntcp2" | "ssu2"): Holding => ({
  names: [`${transport}.port`],
  read: (settings) =>
    [settings.get(`${transport}.port`), settings.get("port")].find(
      (port) => port !== undefined && port !== "0",
    ) ?? null,
  write: (value) => ({ [`${transport}.port`]: value }),
});

/** One published address for both transports. i2pd aborts at the start on a host name. */
const host: Holding = {
  names: ["host"],
  read: (settings) => settings.get("host") || null,
  write(value) {
    if (value !== "" && isIP(value) === 0) throw new SettingRefused(reason("i2pd.host", { value }));
    return { host: value || null };
  },
};

/** The classes i2pd takes instead of a number, and what it makes of them, in KiB/s. */
const CLASSES: { readonly [letter: string]: number } = {
  K: 12,
  L: 48,
  M: 64,
  N: 128,
  O: 256,
  P: 2_048,
  X: 1_000_000,
};
const UNITS: { readonly [unit: string]: number } = { b: 0.001, kb: 1, mb: 1_000, gb: 1_000_000 };

/** One limit for both directions. i2pd reads 0 as "low" (48 KiB/s), which is never what a user who writes 0 wants. */
const bandwidth: Holding = {
  names: ["bandwidth"],
  read(settings) {
    const [, number, unit, letter] =
      /^(?:([0-9]+)(b|kb|mb|gb)?|([K-PX]).*)$/.exec(settings.get("bandwidth") ?? "") ?? [];
    if (letter !== undefined) return String(CLASSES[letter]);
    const kib = Math.floor(Number(number) * (UNITS[unit ?? "kb"] ?? 1));
    return kib > 0 ? String(kib) : null;
  },
  write(value) {
    if (value === "0") throw new SettingRefused(reason("i2pd.noZero"));
    return { bandwidth: value };
  },
};
const limit = digits(1, 2 ** 31 - 1);

/** The values that i2pd takes for a setting, where they are fewer than the interface allows. */
export const takes = (key: WritableKey): ValueType<string> | undefined =>
  HOLDINGS[key] === bandwidth ? limit : undefined;

/** Where each network setting is held. A key without an entry is one that i2pd does not have. */
const HOLDINGS: { readonly [key in WritableKey]?: Holding } = {
  "router.net.ntcp.port": portOf("ntcp2"),
  "router.net.ntcp.hostname": host,
  "router.net.ntcp.autoip": {
    names: ["nat"],
    read: (settings) => switched(settings, "nat"),
    write(value) {
      if (value === "always") throw new SettingRefused(reason("i2pd.noAlways"));
      return { nat: value };
    },
  },
  "router.net.ssu.port": portOf("ssu2"),
  "router.net.ssu.hostname": host,
  // Without NAT the address of the machine itself counts: that is the source "local".
  "router.net.ssu.autoip": {
    names: ["nat", "upnp.enabled"],
    read(settings) {
      const nat = switched(settings, "nat");
      const upnp = switched(settings, "upnp.enabled");
      if (nat === null && upnp === null) return null;
      return [...(nat === "false" ? ["local"] : []), ...(upnp === "true" ? ["upnp"] : []), "ssu"].join(",");
    },
    write(value) {
      const sources = value.split(",");
      return {
        nat: String(!sources.includes("local")),
        "upnp.enabled": String(sources.includes("upnp")),
      };
    },
  },
  "router.net.upnp": {
    names: ["upnp.enabled"],
    read: (settings) => switched(settings, "upnp.enabled"),
    write: (value) => ({ "upnp.enabled": value }),
  },
  "router.net.bw.share": {
    names: ["share"],
    read: (settings) => settings.get("share") ?? null,
    write: (value) => ({ share: value }),
  },
  "router.net.bw.in": bandwidth,
  "router.net.bw.out": bandwidth,
};

export const networkValue = (key: WritableKey, settings: Settings): string | null =>
  HOLDINGS[key]?.read(settings) ?? null;

/** The options of i2pd.conf that hold a network setting. */
export const heldIn = (key: WritableKey): readonly string[] => HOLDINGS[key]?.names ?? [];

/** The changes in i2pd.conf that these network settings come to; throws for those that exclude each other. */
export function networkChanges(writes: NetworkWrites): ReadonlyMap<string, string | null> {
  const unset = new Map<string, string | null>();
  const changes = new Map<string, { readonly value: string | null; readonly by: WritableKey }>();
  for (const [key, value] of writes) {
    const holding = HOLDINGS[key];
    if (value === null) {
      for (const name of holding?.names ?? []) unset.set(name, null);
      continue;
    }
    requireFit(networkDefinition(key).type, value, key);
    if (holding === undefined) throw new SettingRefused(reason("i2pd.noSetting", { key }), { key });
    for (const [name, wanted] of Object.entries(blaming(key, () => holding.write(value)))) {
      const other = changes.get(name);
      if (other !== undefined && other.value !== wanted)
        throw new SettingRefused(reason("i2pd.agree", { other: other.by, key, name }), { key });
      changes.set(name, { value: wanted, by: key });
    }
  }
  return new Map([...unset, ...[...changes].map(([name, { value }]) => [name, value] as const)]);
}

/** i2pd itself takes any number for these and quietly makes another of it, so they are judged here. */
export function checkNamed(name: string, value: string): void {
  if (name === "share") requireFit(percent, value, name);
  if (name === "host") blaming(name, () => host.write(value));
  if (name === "bandwidth" && bandwidth.read(new Map([[name, value]])) === null)
    throw new SettingRefused(reason("i2pd.bandwidth", { value }), { key: name });
}

/** A holding does not know for which key it is written. */
function blaming<T>(key: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw error instanceof SettingRefused ? new SettingRefused(error.why ?? error.message, { key }) : error;
  }
}
