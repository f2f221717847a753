import { NETWORK_KEYS, NETWORK_SETTING, networkDefinition, type WritableKey } from "@pilothouse/protocol";
import { expect } from "vitest";
import { type NetworkWritten, type RouterSettings, SettingRefused } from "../../port.js";
import { type Case, type Harness, inPhase, reading, running } from "./harness.js";

/** Good values, at the bounds where there are bounds; the last one is what a test leaves behind. */
const SAMPLES: { readonly [key in WritableKey]: readonly [string, string, ...string[]] } = {
  "router.net.ntcp.port": ["1", "65535"],
  "router.net.ntcp.hostname": ["router.example.org", "2001:db8::7", "192.0.2.7"],
  "router.net.ntcp.autoip": ["always", "true", "false"],
  "router.net.ssu.port": ["1", "65535"],
  "router.net.ssu.hostname": ["router.example.org", "2001:db8::7", "192.0.2.7"],
  "router.net.ssu.autoip": ["ssu", "local,ssu", "upnp,ssu", "local,upnp,ssu"],
  "router.net.upnp": ["true", "false"],
  "router.net.bw.share": ["0", "100"],
  "router.net.bw.in": ["0", "2147483647"],
  "router.net.bw.out": ["0", "2147483647"],
  "router.net.laptopmode": ["true", "false"],
};
const WRITABLE = Object.keys(SAMPLES) as readonly WritableKey[];

const TOO_MUCH = "101";
const SHARE = "router.net.bw.share";
const HOSTS = WRITABLE.filter((key) => key.endsWith("hostname"));

const samplesOf = ({ samples }: Harness, key: WritableKey) => samples?.[key] ?? SAMPLES[key];
const present = ({ lacking }: Harness) => WRITABLE.filter((key) => lacking?.[key] === undefined);

/** Each network setting the router has, with each of its sample values. */
const each = (harness: Harness) =>
  present(harness).flatMap((key) => samplesOf(harness, key).map((value) => ({ key, value })));

const write = async (settings: RouterSettings, key: WritableKey, value: string) =>
  (await settings.writeNetwork(new Map([[key, value]]))).after;

/** Takes a write back, as the service does. */
async function undo(settings: RouterSettings, key: WritableKey, { before, config }: NetworkWritten) {
  const names = [...(config?.before.keys() ?? []), ...(config?.after.keys() ?? [])];
  const beside = names
    .map((name) => [name, config?.before.get(name) ?? null] as const)
    .filter(([name, value]) => value !== (config?.after.get(name) ?? null));
  await settings.writeNetwork(new Map([[key, before.values.get(key) ?? null]]), undefined, new Map(beside));
}

async function started(harness: Harness): Promise<RouterSettings> {
  await running(harness);
  return harness.router.settings;
}

async function restarted(harness: Harness): Promise<void> {
  await harness.router.lifecycle("Restart");
  await reading(harness, (now) => now.phase.name !== "running");
  await reading(harness, inPhase("running"));
}

/** Both views of the configuration, to be compared with what they were. */
const both = async (settings: RouterSettings) => ({
  all: new Map(await settings.all()),
  network: new Map((await settings.network()).values),
});

export const SETTINGS_CASES = {
  "all network settings are read, and each is a valid value or null": async (harness) => {
    const { values } = await (await started(harness)).network();
    expect([...values.keys()].sort()).toEqual([...NETWORK_KEYS].sort());
    for (const [key, value] of values) {
      const { type } =
        key === "router.net.ssu.detectedip"
          ? NETWORK_SETTING["router.net.ssu.hostname"]
          : networkDefinition(key);
      if (value !== null) expect(() => type.read(value), key).not.toThrow();
    }
  },

  "every network setting reads back what was written": async (harness) => {
    const settings = await started(harness);
    for (const { key, value } of each(harness)) {
      expect((await write(settings, key, value)).values.get(key), key).toBe(value);
      expect((await settings.network()).values.get(key), key).toBe(value);
    }
  },

  "network settings that the router lacks read null and cannot be written": async (harness) => {
    const settings = await started(harness);
    for (const [key, reason] of Object.entries(harness.lacking ?? {}) as [WritableKey, string][]) {
      expect((await settings.network()).values.get(key), `${key}: ${reason}`).toBeNull();
      await expect(write(settings, key, SAMPLES[key][0]), key).rejects.toBeInstanceOf(SettingRefused);
    }
  },

  "a host name written as empty is unset": async (harness) => {
    const settings = await started(harness);
    for (const key of HOSTS.filter((host) => present(harness).includes(host))) {
      await write(settings, key, samplesOf(harness, key)[0]);
      expect((await write(settings, key, "")).values.get(key)).toBeNull();
    }
  },

  "what one view writes, the other reads": async (harness) => {
    const settings = await started(harness);
    for (const { key, value } of each(harness)) {
      await write(settings, key, value);
      const all = await settings.all();
      for (const [name, shown] of harness.shows(key, value))
        expect(all.get(name), `${key}, ${name}`).toBe(shown);
    }
    for (const { key, value } of each(harness)) {
      await settings.writeAll({ set: harness.shows(key, value) });
      expect((await settings.network()).values.get(key), key).toBe(value);
    }
  },

  "set adds to the settings, replace leaves only the new ones": async (harness) => {
    const settings = await started(harness);
    const name = (value: string) => harness.shows(SHARE, value);
    const before = new Map(await settings.all());
    const added = new Map([...before, ...name("40")]);
    expect(await settings.writeAll({ set: name("40") })).toEqual({ before, after: added });
    expect(await settings.writeAll({ replace: name("50") })).toEqual({ before: added, after: name("50") });
    const { after } = await settings.writeAll({ replace: name("60"), set: name("70") });
    expect(after).toEqual(name("70"));
    expect(await settings.all()).toEqual(name("70"));
  },

  "replacing with nothing removes everything": async (harness) => {
    const settings = await started(harness);
    await settings.writeAll({ replace: new Map() });
    expect(await settings.all()).toEqual(new Map());
    await restarted(harness);
    expect(await settings.all()).toEqual(new Map());
  },

  "names with a meaning in JavaScript are ordinary names": async (harness) => {
    const settings = await started(harness);
    const odd = new Map(["__proto__", "constructor", "toString", "7"].map((name) => [name, `of ${name}`]));
    expect((await settings.writeAll({ replace: odd })).after).toEqual(odd);
    await harness.router.close();
    const again = harness.reopen();
    await again.start();
    expect(await again.settings.all()).toEqual(odd);
  },

  "one refused network setting refuses the whole write": async (harness) => {
    const settings = await started(harness);
    const before = await both(settings);
    const writes = present(harness)
      .filter((key) => key !== SHARE)
      .map((key) => [key, samplesOf(harness, key)[0]] as const);
    const refused = settings.writeNetwork(new Map([...writes, [SHARE, TOO_MUCH]]));
    await expect(refused).rejects.toBeInstanceOf(SettingRefused);
    expect(await both(settings)).toEqual(before);
  },

  "a network setting written as null is unset, or the whole write is refused": async (harness) => {
    const settings = await started(harness);
    for (const key of present(harness)) {
      // A router may have a more general setting that counts again.
      const unwritten = (await settings.network()).values.get(key);
      const other = samplesOf(harness, key).find((sample) => sample !== unwritten) ?? "";
      await write(settings, key, other);
      const before = await both(settings).catch(() => undefined);
      const outcome = await settings.writeNetwork(new Map([[key, null]])).catch((error: unknown) => error);
      if (outcome instanceof SettingRefused) {
        expect(await both(settings).catch(() => undefined)).toEqual(before);
        expect(outcome.message).toContain(key);
      } else expect([null, unwritten], key).toContain((await settings.network()).values.get(key));
    }
  },

  "a network setting that is undone leaves the whole configuration as it was": async (harness) => {
    const settings = await started(harness);
    for (const { key, value } of each(harness)) {
      for (const other of [undefined, samplesOf(harness, key)[0]]) {
        if (other !== undefined) await write(settings, key, other);
        const before = await settings.all();
        await undo(settings, key, await settings.writeNetwork(new Map([[key, value]])));
        expect(await settings.all(), `${key}: ${other} → ${value}`).toEqual(before);
      }
    }
  },

  "one refused advanced setting refuses the whole write": async (harness) => {
    const settings = await started(harness);
    const before = await both(settings);
    const bad = harness.shows(SHARE, TOO_MUCH);
    const good = harness.shows("router.net.ntcp.port", "4321");
    for (const change of [
      { set: new Map([...good, ...bad]) },
      { replace: bad },
      { replace: good, set: bad },
    ]) {
      await expect(settings.writeAll(change)).rejects.toBeInstanceOf(SettingRefused);
      expect(await both(settings)).toEqual(before);
    }
  },

  "a write that is aborted before its turn changes nothing": async (harness) => {
    const settings = await started(harness);
    const [key] = present(harness);
    if (key === undefined) return;
    const [one, other] = samplesOf(harness, key);
    await write(settings, key, one);
    const before = (await settings.network()).values;
    const sessionSignal = new AbortController();
    const waiting = Array.from({ length: 3 }, () =>
      settings.writeNetwork(new Map([[key, other]]), sessionSignal.signal).catch((error: unknown) => error),
    );
    const reason = new Error("the session was ended");
    sessionSignal.abort(reason);
    expect(await Promise.all(waiting)).toEqual([reason, reason, reason]);
    expect((await settings.network()).values).toEqual(before);
  },

  "a write resolves with what was there right before it, also when others write": async (harness) => {
    const settings = await started(harness);
    const values = ["10", "20", "30"];
    const written = await Promise.all(
      values.map((value) => settings.writeNetwork(new Map([[SHARE, value]]))),
    );
    const saw = written.map(({ before, after }) => [before.values.get(SHARE), after.values.get(SHARE)]);
    expect(saw.slice(1)).toEqual([
      ["10", "20"],
      ["20", "30"],
    ]);
  },

  "concurrent writes are all kept": async (harness) => {
    const settings = await started(harness);
    const writes = present(harness).map((key) => [key, samplesOf(harness, key)[1]] as const);
    await Promise.all(writes.map(([key, value]) => write(settings, key, value)));
    const { values } = await settings.network();
    for (const [key, value] of writes) expect(values.get(key), key).toBe(value);
  },

  "a change that needs a restart is reported until the restart, or until it is undone": async (harness) => {
    const settings = await started(harness);
    for (const key of present(harness).filter((key) => networkDefinition(key).restart)) {
      const [first, second] = samplesOf(harness, key);
      await write(settings, key, first);
      await restarted(harness);
      expect((await settings.network()).restartNeeded, key).toBe(false);
      expect((await write(settings, key, second)).restartNeeded, key).toBe(true);
      expect((await write(settings, key, first)).restartNeeded, key).toBe(false);
      await settings.writeAll({ set: harness.shows(key, second) });
      expect((await settings.network()).restartNeeded, key).toBe(true);
      await restarted(harness);
      const after = await settings.network();
      expect(after.restartNeeded, key).toBe(false);
      expect(after.values.get(key), key).toBe(second);
    }
  },

  "settings that apply at once need no restart, and settings that share a value are written together": async (
    harness,
  ) => {
    const settings = await started(harness);
    await restarted(harness);
    for (const keys of (await settings.instant?.()) ?? []) {
      const [first] = keys;
      if (first === undefined) continue;
      for (const value of samplesOf(harness, first)) {
        const { after } = await settings.writeNetwork(new Map(keys.map((key) => [key, value])));
        expect(after.restartNeeded, keys.join()).toBe(false);
        for (const key of keys) expect(after.values.get(key), key).toBe(value);
      }
    }
  },

  "what was written is still there when the router is opened again": async (harness) => {
    const settings = await started(harness);
    for (const key of present(harness)) await write(settings, key, samplesOf(harness, key)[1]);
    const before = await both(settings);
    await harness.router.close();
    const again = harness.reopen();
    await again.start();
    const after = await both(again.settings);
    // The router detects the address again after every start.
    for (const { network } of [before, after]) network.delete("router.net.ssu.detectedip");
    expect(after).toEqual(before);
  },
} as const satisfies Record<string, Case>;
