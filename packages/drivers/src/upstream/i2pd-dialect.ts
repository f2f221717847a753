import { type Client, INFO_NAMES, type InfoName } from "@pilothouse/client";
import {
  METHODS,
  NETWORK_KEYS,
  type Settings,
  spelled,
  type WritableKey,
  wireKey,
} from "@pilothouse/protocol";
import { netStatus } from "../i2pd/net-status.js";
import { has, WIRE } from "../i2pd/quirks.js";
import { parseVersion, type Version } from "../i2pd/version.js";
import { type Facts, type NetworkView, NotPossible, type RouterSettings, SettingRefused } from "../port.js";
import type { Connection } from "./connection.js";
import { I2PD_KEYS } from "./quirks.js";
import { checkNetwork, networkName, toFacts } from "./wire-names.js";

/** A key that it does not know spoils its answer, so these are not asked for; nor is the status text. */
const UNKNOWN: ReadonlySet<InfoName> = new Set([
  "status",
  "netdb.fastpeers",
  "netdb.highcapacitypeers",
  "netdb.isreseeding",
]);
const NAMES = INFO_NAMES.filter((name) => !UNKNOWN.has(name));

/** What a bare i2pd tells, in the interface's meaning. */
export async function i2pdInfo(client: Client, signal: AbortSignal): Promise<Facts> {
  let told: Facts = {};
  for (let at = 0; at < NAMES.length; at += WIRE.mostKeys)
    told = { ...told, ...toFacts(await client.routerInfo(NAMES.slice(at, at + WIRE.mostKeys), { signal })) };
  const version = parseVersion(told["router.version"] ?? "") ?? [0, 0, 0];
  const known = told["router.netdb.knownpeers"];
  const status = told["router.net.status"];
  return {
    ...told,
    ...(known === undefined ? {} : { "router.netdb.knownpeers": Math.max(0, known - 1) }),
    ...(status === undefined
      ? {}
      : {
          "router.net.status": netStatus({
            ...(await moreOfStatus(client, version, signal)),
            version,
            status,
            activePeers: told["router.netdb.activepeers"] ?? 0,
            // Its configuration, which would make the status more exact, cannot be seen from here.
            hidden: false,
            floodfill: false,
            udp: true,
          }),
        }),
  };
}

const BESIDE = { error: "router.net.error", testing: "router.net.testing" } as const;

/** Newer versions tell errors and tests beside the status. */
async function moreOfStatus(client: Client, version: Version, signal: AbortSignal) {
  if (!has(version, "errorKeys")) return { error: 0, testing: 0 };
  const wire = (key: string) => wireKey(METHODS.RouterInfo, key);
  const told = await client.call(
    "RouterInfo",
    { [wire(BESIDE.error)]: null, [wire(BESIDE.testing)]: null },
    { signal },
  );
  const number = (key: string) => Number(told[spelled(wire(key), "i2p")] ?? 0);
  return { error: number(BESIDE.error), testing: number(BESIDE.testing) };
}

/** The one setting of i2pd's control service: a limit for both directions, in force until the router ends. */
export class I2pdSettings implements RouterSettings {
  constructor(readonly connection: Connection) {}

  async network(): Promise<NetworkView> {
    const [first] = I2PD_KEYS;
    const names = first === undefined ? [] : [networkName(first)];
    const told = await this.connection.use((client) => client.networkSetting.read(names));
    const limit = Object.values(told)[0] ?? null;
    return {
      values: new Map(NETWORK_KEYS.map((key) => [key, I2PD_KEYS.has(key as WritableKey) ? limit : null])),
      restartNeeded: false,
    };
  }

  async writeNetwork(writes: ReadonlyMap<WritableKey, string>): Promise<NetworkView> {
    for (const [key, value] of writes) {
      if (!I2PD_KEYS.has(key))
        throw new SettingRefused(`${key} cannot be set through i2pd's control service`, { key });
      checkNetwork(key, value);
    }
    const values = new Set(writes.values());
    if (values.size > 1)
      throw new SettingRefused(
        `${[...writes.keys()].join(" and ")} are one limit here: give one value for both`,
      );
    for (const limit of values)
      await this.connection.use((client) => client.networkSetting.write({ "bw.in": limit }));
    return this.network();
  }

  async all(): Promise<Settings> {
    throw new NotPossible(NO_ADVANCED);
  }

  async writeAll(): Promise<Settings> {
    throw new NotPossible(NO_ADVANCED);
  }
}

const NO_ADVANCED =
  "i2pd's control service has no advanced settings; let this service run the router itself to have them";
