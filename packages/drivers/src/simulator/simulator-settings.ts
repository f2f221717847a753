import {
  NETWORK_KEYS,
  networkDefinition,
  type Settings,
  settingName,
  settingValue,
  type WritableKey,
} from "@pilothouse/protocol";
import {
  type NetworkView,
  type NetworkWrites,
  type NetworkWritten,
  type RouterSettings,
  requireFit,
  type Written,
} from "../port.js";
import { checkExtent } from "../settings-extent.js";
import { CONFIG_NAMES, KEY_BEHIND, WRITABLE_KEYS } from "./configuration.js";
import type { Keeper } from "./keeper.js";
import type { Life } from "./life.js";

export interface OpenedRouter {
  readonly life: Life;
  readonly keeper: Keeper;
}

/** One map of names and values, and the two views of it. */
export class SimulatorSettings implements RouterSettings {
  constructor(readonly started: () => Promise<OpenedRouter>) {}

  async network(): Promise<NetworkView> {
    return view(await this.started());
  }

  async writeNetwork(
    writes: NetworkWrites,
    sessionSignal?: AbortSignal,
    beside: ReadonlyMap<string, string | null> = new Map(),
  ): Promise<NetworkWritten> {
    const router = await this.started();
    for (const [key, value] of writes)
      if (value !== null) requireFit(networkDefinition(key).type, value, key);
    const named = new Map([
      ...[...writes].map(([key, value]) => [CONFIG_NAMES[key], value] as const),
      ...beside,
    ]);
    const look = (opened: OpenedRouter) => ({
      seen: view(opened),
      part: new Map([...opened.keeper.stored.settings].filter(([name]) => named.has(name))),
    });
    const { before, after } = await save(
      router,
      sessionSignal,
      (settings) => withAll(settings, [...named]),
      look,
    );
    return { before: before.seen, after: after.seen, config: { before: before.part, after: after.part } };
  }

  async instant(): Promise<readonly (readonly WritableKey[])[]> {
    return WRITABLE_KEYS.filter((key) => !networkDefinition(key).restart).map((key) => [key]);
  }

  async all(): Promise<Settings> {
    return (await this.started()).keeper.stored.settings;
  }

  async writeAll(
    { replace, set }: { replace?: Settings; set?: Settings },
    sessionSignal?: AbortSignal,
  ): Promise<Written<Settings>> {
    const router = await this.started();
    const writes = [...(replace ?? []), ...(set ?? [])];
    for (const [name, value] of writes) checkNamed(name, value);
    return save(
      router,
      sessionSignal,
      (settings) => {
        const next = withAll(replace === undefined ? settings : [], writes);
        checkExtent(settings, next);
        return next;
      },
      ({ keeper }) => keeper.stored.settings,
    );
  }
}

/** Looks right before and right after the change, while no other is under way. */
async function save<T>(
  router: OpenedRouter,
  sessionSignal: AbortSignal | undefined,
  make: (settings: Settings) => Settings,
  look: (router: OpenedRouter) => T,
): Promise<Written<T>> {
  const seen: { before?: T; after?: T } = {};
  await router.keeper.change(
    (stored) => {
      sessionSignal?.throwIfAborted();
      seen.before = look(router);
      return { ...stored, settings: make(stored.settings) };
    },
    (stored) => {
      router.life.take(stored);
      seen.after = look(router);
    },
  );
  return seen as Written<T>;
}

function view({ keeper, life }: OpenedRouter): NetworkView {
  const { settings } = keeper.stored;
  return {
    values: new Map(
      NETWORK_KEYS.map((key) => [
        key,
        key === "router.net.ssu.detectedip"
          ? life.detectedAddress
          : (settings.get(CONFIG_NAMES[key]) ?? null),
      ]),
    ),
    restartNeeded: life.restartNeeded,
  };
}

/** A network setting that is written empty is unset: the name goes. */
function withAll(
  settings: Iterable<readonly [string, string]>,
  writes: readonly (readonly [string, string | null])[],
): Settings {
  const next = new Map(settings);
  for (const [name, value] of writes)
    if (value === null || (value === "" && KEY_BEHIND.has(name))) next.delete(name);
    else next.set(name, value);
  return next;
}

function checkNamed(name: string, value: string): void {
  const key = KEY_BEHIND.get(name);
  requireFit(settingName, name, name, JSON.stringify(name));
  requireFit(key === undefined ? settingValue : networkDefinition(key).type, value, name);
}
