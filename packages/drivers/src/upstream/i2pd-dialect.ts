import type { Client } from "@pilothouse/client";
import {
  type DetailKey,
  type Details,
  type InfoKey,
  METHODS,
  NETWORK_KEYS,
  networkDefinition,
  reason,
  type Settings,
  spelled,
  type WritableKey,
  wireKey,
} from "@pilothouse/protocol";
import { ALWAYS_KNOWN, alsoKnown, besideStatus, isOfStatus } from "../i2pd-wire/known-keys.js";
import { netStatus } from "../i2pd-wire/net-status.js";
import { has } from "../i2pd-wire/quirks.js";
import { requestsFor } from "../i2pd-wire/requests.js";
import { parseVersion, type Version } from "../i2pd-wire/version.js";
import {
  type Facts,
  type NetworkView,
  type NetworkWrites,
  NotPossible,
  type RouterSettings,
  requireFit,
  requireValues,
  SettingRefused,
  type Written,
} from "../port.js";
import { serialQueue, WRITE_PATIENCE } from "../serial-queue.js";
import { askDetails } from "./details.js";
import type { Connection } from "./link/connection.js";
import { I2PD_KEYS } from "./quirks.js";
import { infoName, networkName, toFacts } from "./wire-names.js";

/** What a bare i2pd reports, in the interface's meaning. */
export async function i2pdInfo(client: Client, signal: AbortSignal): Promise<Facts> {
  const first = await ask(client, ALWAYS_KNOWN, signal);
  const version = parseVersion(first["router.version"] ?? "") ?? [0, 0, 0];
  const reported = { ...first, ...(await ask(client, alsoKnown(version), signal)) };
  const known = reported["router.netdb.knownpeers"];
  const status = reported["router.net.status"];
  return {
    ...reported,
    ...(known === undefined ? {} : { "router.netdb.knownpeers": Math.max(0, known - 1) }),
    ...(status === undefined
      ? {}
      : {
          "router.net.status": netStatus({
            ...(await moreOfStatus(client, version, signal)),
            version,
            status,
            activePeers: reported["router.netdb.activepeers"] ?? 0,
            // Its configuration, which would make the status more exact, cannot be seen from here.
            hidden: false,
            floodfill: false,
            udp: true,
          }),
        }),
  };
}

/** Asks for as many keys at once as its buffer can hold. */
async function ask(client: Client, keys: readonly InfoKey[], signal: AbortSignal): Promise<Facts> {
  let reported: Facts = {};
  for (const some of requestsFor(keys))
    reported = { ...reported, ...toFacts(await client.routerInfo(some.map(infoName), { signal })) };
  return reported;
}

/** Asked for by one who knows the version, since a key that it does not know spoils its answer. */
export async function i2pdDetails(
  client: Client,
  keys: readonly DetailKey[],
  signal: AbortSignal,
): Promise<Details> {
  const wanted = keys.filter(isOfStatus);
  if (wanted.length === 0) return {};
  const { version = "" } = await client.routerInfo(["version"], { signal });
  return has(parseVersion(version) ?? [0, 0, 0], "errorKeys") ? askDetails(client, wanted, signal) : {};
}

const BESIDE = besideStatus();

/** Newer versions report errors and tests with the status. */
async function moreOfStatus(client: Client, version: Version, signal: AbortSignal) {
  if (!has(version, "errorKeys")) return { error: 0, testing: 0 };
  const wire = (key: string) => wireKey(METHODS.RouterInfo, key);
  const reported = await client.call(
    "RouterInfo",
    { [wire(BESIDE.error)]: null, [wire(BESIDE.testing)]: null },
    { signal },
  );
  const number = (key: string) => Number(reported[spelled(wire(key), "i2p")] ?? 0);
  return { error: number(BESIDE.error), testing: number(BESIDE.testing) };
}

/** The one setting of i2pd's control service: a limit for both directions, in force until the router ends. */
export class I2pdUpstreamSettings implements RouterSettings {
  readonly #serially = serialQueue();

  constructor(readonly connection: Connection) {}

  async network(): Promise<NetworkView> {
    const [first] = I2PD_KEYS;
    const names = first === undefined ? [] : [networkName(first)];
    const reported = await this.connection.use((client) => client.networkSetting.read(names));
    const limit = Object.values(reported)[0] ?? null;
    return {
      values: new Map(NETWORK_KEYS.map((key) => [key, I2PD_KEYS.has(key as WritableKey) ? limit : null])),
      restartNeeded: false,
    };
  }

  async writeNetwork(writes: NetworkWrites, sessionSignal?: AbortSignal): Promise<Written<NetworkView>> {
    requireValues(writes);
    for (const [key, value] of writes) {
      if (!I2PD_KEYS.has(key)) throw new SettingRefused(reason("i2pd.notThrough", { key }), { key });
      requireFit(networkDefinition(key).type, value, key);
    }
    const values = new Set(writes.values());
    if (values.size > 1)
      throw new SettingRefused(reason("i2pd.oneLimit", { keys: [...writes.keys()].join(" and ") }));
    return this.#serially(async () => {
      const before = await this.network();
      sessionSignal?.throwIfAborted();
      for (const limit of values)
        await this.connection.use((client) => client.networkSetting.write({ "bw.in": limit }));
      return { before, after: await this.network() };
    }, WRITE_PATIENCE);
  }

  async instant(): Promise<readonly (readonly WritableKey[])[]> {
    return [[...I2PD_KEYS]];
  }

  async all(): Promise<Settings> {
    throw new NotPossible(reason("i2pd.noAdvanced"));
  }

  async writeAll(): Promise<Written<Settings>> {
    throw new NotPossible(reason("i2pd.noAdvanced"));
  }
}
