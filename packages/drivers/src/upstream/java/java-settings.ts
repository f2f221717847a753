import { ClientError, type NetworkWrites, poisonIn, WRITABLE_NAMES } from "@pilothouse/client";
import { NETWORK_KEYS, type NetworkKey, reason, type Settings, type WritableKey } from "@pilothouse/protocol";
import {
  type NetworkView,
  type NetworkWritten,
  type NetworkWrites as PortWrites,
  type RouterSettings,
  RouterUnavailable,
  requireValues,
  SettingRefused,
  type Written,
} from "../../port.js";
import { serialQueue, WRITE_PATIENCE } from "../../serial-queue.js";
import { checkExtent, withinExtent } from "../../settings-extent.js";
import type { Memory } from "../life/memory.js";
import type { Connection } from "../link/connection.js";
import { networkName } from "../wire-names.js";
import {
  addressOf,
  CONFIG,
  checkAdvanced,
  checkJava,
  configRow,
  namedWrites,
  networkValues,
  poisoned,
  touchedBy,
} from "./java-config.js";

type Values = ReadonlyMap<NetworkKey, string | null>;

/** Both views of the configuration at one time. */
interface Look {
  readonly all: Settings;
  readonly values: Values;
  /** The network settings were found in the configuration, by the names that Java I2P has for them. */
  readonly isJava: boolean;
}

const INSTANT = (Object.keys(CONFIG) as WritableKey[])
  .filter((key) => !configRow(key).restart)
  .map((key) => [key]);

/** How its names of network settings begin, before what they begin with here. */
const ON_WIRE = /\b(?:i2p|svc)\.(?=router\.net\.)/g;

/**
 * The settings that the router's NetworkSetting is asked to write: where their names in the configuration are given
 * too, only those that it applies at once.
 */
function toAsk(writes: PortWrites, beside: ReadonlyMap<string, unknown>): ReadonlyMap<WritableKey, string> {
  const isNamed = (key: WritableKey) => touchedBy(key).some((name) => beside.has(name));
  const asked = new Map(
    [...writes].filter(([key, value]) => !isNamed(key) || (value !== null && !configRow(key).restart)),
  );
  requireValues(asked);
  return asked;
}

/** A write to be made whole or not at all. */
interface Change {
  readonly sessionSignal: AbortSignal | undefined;
  /** Names in the configuration that it may change, given what is there. */
  touches(before: Settings): Iterable<string>;
  /** Makes it; resolves with whether the server says that a restart is needed, where it says so. */
  make(before: Look): Promise<boolean | undefined>;
  /** What is not as it should be afterwards. */
  missing(after: Look): readonly string[];
}

/**
 * The two views of Java I2P's configuration, with what its own handlers lack: checks, and all or nothing.
 * A read is one call, a write four.
 */
export class JavaSettings implements RouterSettings {
  readonly #serially = serialQueue();

  constructor(
    readonly connection: Connection,
    readonly memory: Memory,
  ) {}

  async network(): Promise<NetworkView> {
    return this.#view(await this.#look());
  }

  async writeNetwork(
    writes: PortWrites,
    sessionSignal?: AbortSignal,
    beside: ReadonlyMap<string, string | null> = new Map(),
  ): Promise<NetworkWritten> {
    const asked = toAsk(writes, beside);
    for (const [key, value] of asked) checkJava(key, value);
    const touched = new Set([...[...writes.keys()].flatMap(touchedBy), ...beside.keys()]);
    const seen = (look: Look) => ({ view: this.#view(look), look });
    const { before, after } = await this.#write(writes.size + beside.size, seen, {
      sessionSignal,
      touches: () => touched,
      make: async ({ isJava, all, values }) => {
        // What is unset stays unset: an empty name in its file would be a change without any difference.
        const wanted = new Map([...asked].filter(([key, value]) => value !== "" || values.get(key) !== null));
        const restartNeeded = wanted.size === 0 ? undefined : await this.#ask(wanted);
        // Its NetworkSetting does not look whether the file was written; its AdvancedSettings does.
        const named = new Map([...(isJava ? namedWrites(wanted) : []), ...beside]);
        await this.#name(all, named);
        return restartNeeded;
      },
      missing: ({ values, all }) => [
        ...[...beside].filter(([name, value]) => (all.get(name) ?? null) !== value).map(([name]) => name),
        ...[...asked].filter(([key, value]) => (values.get(key) ?? "") !== value).map(([key]) => key),
      ],
    });
    const part = ({ look }: { readonly look: Look }): Settings =>
      new Map([...look.all].filter(([name]) => touched.has(name)));
    return {
      before: before.view,
      after: after.view,
      // Another server keeps them under names of its own.
      ...(before.look.isJava && { config: { before: part(before), after: part(after) } }),
    };
  }

  /** Whether the router says that a restart is needed. */
  async #ask(writes: ReadonlyMap<WritableKey, string>): Promise<boolean> {
    const short = Object.fromEntries([...writes].map(([key, value]) => [networkName(key), value]));
    const { saved, restartNeeded } = await this.connection.use((client) =>
      client.networkSetting.write(short as NetworkWrites),
    );
    if (!saved) throw new SettingRefused(reason("router.notSaved"));
    return restartNeeded;
  }

  /** Gives these names of the configuration their values; only replacing everything removes one. */
  async #name(was: Settings, named: ReadonlyMap<string, string | null>): Promise<void> {
    const set = new Map([...named].filter((entry): entry is [string, string] => entry[1] !== null));
    const now = [...named].some(([name, value]) => value === null && was.has(name))
      ? await this.all()
      : undefined;
    if (now === undefined && set.size === 0) return;
    const stored = [...(now ?? [])].filter(([name]) => !named.has(name));
    await this.connection.use(({ advanced }) =>
      now === undefined ? advanced.set(set) : advanced.setAll(new Map([...stored, ...set])),
    );
  }

  /** For a server other than Java I2P it is unknown which settings apply while it runs. */
  async instant(): Promise<readonly (readonly WritableKey[])[]> {
    const { isJava } = await this.#look();
    return isJava ? INSTANT : [];
  }

  async all(): Promise<Settings> {
    return withinExtent(await this.connection.use((client) => client.advanced.getAll()));
  }

  async writeAll(
    { replace, set = new Map() }: { replace?: Settings; set?: Settings },
    sessionSignal?: AbortSignal,
  ): Promise<Written<Settings>> {
    const wanted = new Map([...(replace ?? []), ...set]);
    for (const [name, value] of wanted) checkAdvanced(name, value);
    if (replace !== undefined && wanted.size === 0) throw new SettingRefused(reason("router.keepOne"));
    return this.#write(wanted.size, ({ all }) => all, {
      sessionSignal,
      touches: (before) => (replace === undefined ? wanted.keys() : [...before.keys(), ...wanted.keys()]),
      make: async ({ all }) => {
        checkExtent(all, replace === undefined ? new Map([...all, ...wanted]) : wanted);
        await this.connection.use(({ advanced }) =>
          replace === undefined ? advanced.set(wanted) : advanced.setAll(wanted),
        );
        return undefined;
      },
      missing: ({ all }) =>
        [...wanted].filter(([name, value]) => all.get(name) !== value).map(([name]) => name),
    });
  }

  #write<T>(size: number, view: (look: Look) => T, change: Change): Promise<Written<T>> {
    return this.#serially(async () => {
      const before = await this.#look();
      const was = view(before);
      return { before: was, after: size === 0 ? was : view(await this.#change(before, change)) };
    }, WRITE_PATIENCE);
  }

  async #change(before: Look, change: Change): Promise<Look> {
    const touched = new Set(change.touches(before.all));
    refusePoison([...before.all].filter(([name]) => !touched.has(name)));
    change.sessionSignal?.throwIfAborted();
    try {
      const reported = await change.make(before);
      const after = await this.#look();
      const missing = change.missing(after);
      if (missing.length > 0)
        throw new SettingRefused(reason("router.notTaken", { names: missing.join(", ") }));
      await this.memory.waits(waiting(before, after, reported));
      return after;
    } catch (cause) {
      await this.#undo(before.all, touched, cause);
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
      const old = new Map(names.map((name) => [name, before.get(name) ?? null]));
      await this.#name(now, old).catch(() => {});
      left = (await differing()).names;
    } catch {
      // The router cannot be asked any more; what is left is what was last seen.
    }
    if (left.length > 0)
      throw new RouterUnavailable(reason("router.notUndone", { names: left.join(", ") }), "failed", {
        cause,
      });
  }

  /** Why a write failed, in words for the caller. */
  async #refusal(cause: unknown): Promise<unknown> {
    if (!(cause instanceof ClientError)) return cause;
    if (cause.name === "invalidParams") return refusedByRouter(cause);
    if (cause.status === 500) refusePoison(await this.all());
    if (cause.name !== "internal") return cause;
    return new RouterUnavailable(reason("router.disk", { text: cause.message }), "failed", { cause });
  }

  #view({ values }: Look): NetworkView {
    return { values, restartNeeded: this.memory.restartNeeded(values) };
  }

  async #look(): Promise<Look> {
    const all = await this.all().catch((error: unknown) => {
      if (error instanceof ClientError && error.name === "methodNotFound") return new Map<string, string>();
      throw error;
    });
    const values = networkValues(all);
    return values === undefined
      ? { all, values: await this.#asked(), isJava: false }
      : { all, values, isJava: true };
  }

  /** The network settings of a server whose configuration does not show them. */
  async #asked(): Promise<Values> {
    const [reported, detected] = await Promise.all([
      this.connection.use((client) => client.networkSetting.read(WRITABLE_NAMES)),
      // Asked alone: Java I2P fails on it, and on all keys in the same request.
      this.connection
        .use((client) => client.networkSetting.read(["ssu.detectedip"]))
        .catch(() => ({ "ssu.detectedip": null })),
    ]);
    const byName = new Map<string, string | null>(Object.entries(reported));
    return new Map(
      NETWORK_KEYS.map((key) => [
        key,
        key === "router.net.ssu.detectedip"
          ? addressOf(detected["ssu.detectedip"])
          : byName.get(networkName(key)) || null,
      ]),
    );
  }
}

/** The router names the setting to blame in its text, with a prefix that the caller may not have used. */
function refusedByRouter(cause: ClientError): SettingRefused {
  const text = cause.message.replaceAll(ON_WIRE, "");
  const key = NETWORK_KEYS.find((one) => text.includes(`"${one}"`));
  return new SettingRefused(reason("router.says", { text }), { cause, ...(key !== undefined && { key }) });
}

/** Refuses every write while a setting is there that makes each write fail. */
function refusePoison(settings: Iterable<readonly [string, string]>): void {
  const names = poisonIn(settings);
  if (names.length > 0) throw new SettingRefused(poisoned(names));
}

/**
 * The settings that changed and wait for a restart, with their values before. What another server says
 * counts; Java I2P does not know that a port also changes with its autoport, and asks for a restart for an empty name
 * that was unset before.
 */
function waiting(
  { values: were, isJava }: Look,
  { values: are }: Look,
  reported: boolean | undefined,
): Map<WritableKey, string | null> {
  if (reported === false && !isJava) return new Map();
  const changed = [...were].filter(
    ([key, value]) => key !== "router.net.ssu.detectedip" && are.get(key) !== value,
  ) as [WritableKey, string | null][];
  // What is only removed from the file stays in force until then.
  const known = changed.filter(([key]) => configRow(key).restart || are.get(key) === null);
  return new Map(reported === true && !isJava && known.length === 0 ? changed : known);
}
