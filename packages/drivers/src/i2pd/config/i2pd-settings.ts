import { NETWORK_KEYS, type Settings, type WritableKey } from "@pilothouse/protocol";
import type {
  NetworkView,
  NetworkWrites,
  NetworkWritten,
  Reverted,
  RouterSettings,
  Written,
} from "../../port.js";
import { checkExtent } from "../../settings-extent.js";
import { checkLine, isOwn } from "../guard/guard.js";
import type { Memory } from "../memory.js";
import { settingsOf, withOnly, withSettings } from "./conf.js";
import { type ChangeOptions, type Configuration, differs } from "./configuration.js";
import { checkNamed, heldIn, networkChanges, networkValue, takes } from "./network.js";

/** Null removes one. */
type Changes = ReadonlyMap<string, string | null>;

export interface SettingsInstance {
  readonly configuration: Configuration;
  readonly memory: Memory;
  /** The address that the router found for itself. */
  detected(): Promise<string | null>;
  /** Makes a limit count at once; false when that cannot be. */
  limit(kib: number): Promise<boolean>;
}

/** i2pd.conf, seen in two ways. `guard.ts` has the options that must not be read or changed remotely. */
export class I2pdSettings implements RouterSettings {
  #onReverted: (what: Reverted) => Promise<void> = async () => {};

  constructor(readonly started: () => Promise<SettingsInstance>) {}

  onReverted(listener: (what: Reverted) => Promise<void>): void {
    this.#onReverted = listener;
  }

  /** A roll-back has lost these settings. */
  async reverted({ file, lost }: { readonly file: string; readonly lost: Changes }): Promise<void> {
    const instance = await this.started();
    const after = await instance.configuration.settings();
    const before = new Map(after);
    for (const [name, value] of lost)
      if (value === null) before.delete(name);
      else before.set(name, value);
    await this.#onReverted({ file, ...(await written(instance, { before, after }, lost.keys())) });
  }

  async network(): Promise<NetworkView> {
    const instance = await this.started();
    return view(instance, await instance.configuration.settings());
  }

  async writeNetwork(
    writes: NetworkWrites,
    sessionSignal?: AbortSignal,
    beside: Changes = new Map(),
  ): Promise<NetworkWritten> {
    const changes = new Map([...networkChanges(without(writes, beside)), ...beside]);
    const instance = await this.started();
    const saved = await save(instance, { sessionSignal, wanted: [...changes.keys()] }, (text) =>
      withSettings(text, changes),
    );
    return written(instance, saved, changes.keys());
  }

  /** One limit for both directions; i2pd takes it over while it runs. */
  async instant(): Promise<readonly (readonly WritableKey[])[]> {
    return [["router.net.bw.in", "router.net.bw.out"]];
  }

  readonly takes = takes;

  async all(): Promise<Settings> {
    return shown(await (await this.started()).configuration.settings());
  }

  async writeAll(
    { replace, set }: { replace?: Settings; set?: Settings },
    sessionSignal?: AbortSignal,
  ): Promise<Written<Settings>> {
    const wanted = new Map([...(replace ?? []), ...(set ?? [])]);
    checkExtent(new Map(), wanted);
    for (const [name, value] of wanted) {
      checkLine(name, value);
      checkNamed(name, value);
    }
    // An empty host is none: i2pd would end on it.
    const changes = new Map(
      [...wanted].map(([name, value]) => [name, name === "host" && value === "" ? null : value]),
    );
    const values = new Map([...changes].filter((entry): entry is [string, string] => entry[1] !== null));
    const wants = replace === undefined ? [...changes.keys()] : "all";
    const { before, after } = await save(await this.started(), { sessionSignal, wanted: wants }, (text) =>
      replace === undefined ? withSettings(text, changes) : withOnly(text, values, isOwn),
    );
    return { before: shown(before), after: shown(after) };
  }
}

const shown = (settings: Settings): Settings => new Map([...settings].filter(([name]) => !isOwn(name)));

/** Of these names, for both views. */
async function written(
  instance: SettingsInstance,
  { before, after }: Written<Settings>,
  names: Iterable<string>,
): Promise<NetworkWritten> {
  const touched = [...names];
  const part = (settings: Settings): Settings =>
    new Map([...settings].filter(([name]) => touched.includes(name) && !isOwn(name)));
  return {
    before: await view(instance, before),
    after: await view(instance, after),
    config: { before: part(before), after: part(after) },
  };
}

/** What the configuration is given by name, with `beside`, says more than the value of the interface. */
const without = (writes: NetworkWrites, beside: Changes): NetworkWrites =>
  new Map([...writes].filter(([key]) => !heldIn(key).some((name) => beside.has(name))));

async function view(instance: SettingsInstance, settings: Settings): Promise<NetworkView> {
  const address = await instance.detected();
  return {
    values: new Map(
      NETWORK_KEYS.map((key) => [
        key,
        key === "router.net.ssu.detectedip" ? address : networkValue(key, settings),
      ]),
    ),
    restartNeeded: differs(settings, instance.memory.stored.applied),
  };
}

/** Writes the file, and lets the one setting count at once that can. */
async function save(
  instance: SettingsInstance,
  options: ChangeOptions,
  make: (text: string) => string,
): Promise<Written<Settings>> {
  const { configuration, memory } = instance;
  let [before, settings]: [Settings, Settings] = [new Map(), new Map()];
  // Taken from the texts themselves: when the change is over, another may be under way.
  await configuration.change((text) => {
    const made = make(text);
    [before, settings] = [settingsOf(text), settingsOf(made)];
    return made;
  }, options);
  const { applied } = memory.stored;
  const bandwidth = settings.get("bandwidth") ?? null;
  const kib = networkValue("router.net.bw.in", settings);
  if (applied !== undefined && applied.bandwidth !== bandwidth && kib !== null)
    if (await instance.limit(Number(kib))) await memory.keep({ applied: { ...applied, bandwidth } });
  return { before, after: settings };
}
