import { ClientError, type NetworkWrites, WRITABLE_NAMES } from "@pilothouse/client";
import { host, NETWORK_KEYS, type NetworkKey, type Settings, type WritableKey } from "@pilothouse/protocol";
import { inTurn, WRITE_PATIENCE } from "../in-turn.js";
import { type NetworkView, type RouterSettings, SettingRefused } from "../port.js";
import type { Connection } from "./connection.js";
import { checkAdvanced, configRow, poisonIn, touchedBy } from "./java-config.js";
import type { Memory } from "./memory.js";
import { checkNetwork, networkName } from "./wire-names.js";

type Values = ReadonlyMap<NetworkKey, string | null>;

/** A write to be made whole or not at all. */
interface Change {
  readonly permit: AbortSignal | undefined;
  /** Names in the configuration that it may change, given what is there. */
  touches(before: Settings): Iterable<string>;
  /** Makes it; resolves with whether the server says that a restart is needed, where it says so. */
  make(): Promise<boolean | undefined>;
  /** What is not as it should be afterwards. */
  missing(): Promise<readonly string[]>;
}

/** The two views of Java I2P's configuration, with what its own handlers lack: checks, and all or nothing. */
export class JavaSettings implements RouterSettings {
  readonly #inTurn = inTurn();

  constructor(
    readonly connection: Connection,
    readonly memory: Memory,
  ) {}

  async network(): Promise<NetworkView> {
    const [values, detected] = await Promise.all([this.#values(), this.#detectedIp()]);
    return {
      values: new Map([...values, ["router.net.ssu.detectedip", detected]]),
      restartNeeded: this.memory.restartNeeded(values),
    };
  }

  async writeNetwork(writes: ReadonlyMap<WritableKey, string>, permit?: AbortSignal): Promise<NetworkView> {
    for (const [key, value] of writes) checkNetwork(key, value);
    const short = Object.fromEntries([...writes].map(([key, value]) => [networkName(key), value]));
    if (writes.size > 0)
      await this.#write({
        permit,
        touches: () => [...writes.keys()].flatMap(touchedBy),
        make: async () => {
          const { saved, restartNeeded } = await this.connection.use((client) =>
            client.networkSetting.write(short as NetworkWrites),
          );
          if (!saved) throw new SettingRefused("The router did not save the settings");
          return restartNeeded;
        },
        missing: async () => {
          const values = await this.#values();
          return [...writes].filter(([key, value]) => (values.get(key) ?? "") !== value).map(([key]) => key);
        },
      });
    return this.network();
  }

  all(): Promise<Settings> {
    return this.connection.use((client) => client.advanced.getAll());
  }

  async writeAll(
    { replace, set = new Map() }: { replace?: Settings; set?: Settings },
    permit?: AbortSignal,
  ): Promise<Settings> {
    const wanted = new Map([...(replace ?? []), ...set]);
    for (const [name, value] of wanted) checkAdvanced(name, value);
    if (replace !== undefined && wanted.size === 0)
      throw new SettingRefused("This router cannot be left without any setting: keep at least one");
    if (wanted.size > 0)
      await this.#write({
        permit,
        touches: (before) => (replace === undefined ? wanted.keys() : [...before.keys(), ...wanted.keys()]),
        make: async () => {
          await this.connection.use(({ advanced }) =>
            replace === undefined ? advanced.set(wanted) : advanced.setAll(wanted),
          );
          return undefined;
        },
        missing: async () => {
          const now = await this.all();
          return [...wanted].filter(([name, value]) => now.get(name) !== value).map(([name]) => name);
        },
      });
    return this.all();
  }

  #write(change: Change): Promise<void> {
    return this.#inTurn(() => this.#change(change), WRITE_PATIENCE);
  }

  async #change(change: Change): Promise<void> {
    const [before, were] = await Promise.all([this.all(), this.#values()]);
    change.permit?.throwIfAborted();
    try {
      const told = await change.make();
      const missing = await change.missing();
      if (missing.length > 0) throw new SettingRefused(`The router did not take ${missing.join(", ")}`);
      await this.memory.waits(waiting(were, await this.#values(), told));
    } catch (cause) {
      await this.#undo(before, new Set(change.touches(before)), cause);
      throw await this.#refusal(cause);
    }
  }

  /** Puts everything back, and looks whether it is: a poisoned router answers 500 to what it does. */
  async #undo(before: Settings, touched: ReadonlySet<string>, cause: unknown): Promise<void> {
    const differing = async () => {
      const now = await this.all();
      return { now, names: [...touched].filter((name) => now.get(name) !== before.get(name)) };
    };
    let left: readonly string[] = ["what was written"];
    try {
      const { now, names } = await differing();
      if (names.length === 0) return;
      left = names;
      await this.connection.use(({ advanced }) => restore(advanced, now, before, names)).catch(() => {});
      left = (await differing()).names;
    } catch {
      // The router cannot be asked any more; what is left is what was last seen.
    }
    if (left.length > 0)
      throw new Error(`A write failed, and could not be undone: ${left.join(", ")}`, { cause });
  }

  /** Why a write failed, in words for whoever asked for it. */
  async #refusal(cause: unknown): Promise<unknown> {
    if (!(cause instanceof ClientError)) return cause;
    if (cause.name === "invalidParams") return new SettingRefused(cause.message, { cause });
    const poison = cause.status === 500 ? poisonIn(await this.all()) : undefined;
    if (poison === undefined) return cause;
    return new SettingRefused(
      `The router cannot save its configuration since ${JSON.stringify(poison)} holds what its file cannot: write another value over it, or replace all settings`,
      { cause },
    );
  }

  async #values(): Promise<Values> {
    const told = await this.connection.use((client) => client.networkSetting.read(WRITABLE_NAMES));
    const byName = new Map<string, string | null>(Object.entries(told));
    return new Map(
      NETWORK_KEYS.map((key) => {
        const value = byName.get(networkName(key));
        // An empty setting is an unset one: the router cannot be told to forget a single name.
        return [key, value === undefined || value === "" ? null : value];
      }),
    );
  }

  /** Asked alone: as long as the router has no address, this fails, and whatever is asked with it. */
  async #detectedIp(): Promise<string | null> {
    try {
      const told = await this.connection.use((client) => client.networkSetting.read(["ssu.detectedip"]));
      return host.read(told["ssu.detectedip"]) || null;
    } catch {
      return null;
    }
  }
}

/** A name can only be removed by replacing everything. */
function restore(
  advanced: { set(settings: Settings): Promise<void>; setAll(settings: Settings): Promise<void> },
  now: Settings,
  before: Settings,
  names: readonly string[],
): Promise<void> {
  const old = new Map(names.flatMap((name) => (before.has(name) ? [[name, before.get(name) ?? ""]] : [])));
  if (old.size === names.length) return advanced.set(old);
  const kept = [...now].filter(([name]) => !names.includes(name));
  return advanced.setAll(new Map([...kept, ...old]));
}

/** The settings that changed and wait for a restart, with their values before. What the server says counts. */
function waiting(were: Values, are: Values, told: boolean | undefined): Map<WritableKey, string | null> {
  if (told === false) return new Map();
  const changed = [...were].filter(([key, value]) => are.get(key) !== value) as [
    WritableKey,
    string | null,
  ][];
  const known = changed.filter(([key]) => configRow(key).restart);
  return new Map(told === true && known.length === 0 ? changed : known);
}
