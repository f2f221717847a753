import type { WritableKey } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { SettingRefused } from "../../port.js";
import { javaRouter } from "../testing/fixtures.js";
import type { JavaCall } from "../testing/java/double.js";

async function started(setting?: Parameters<typeof javaRouter>[0]) {
  const java = await javaRouter(setting);
  await java.router.start();
  const { settings } = java.router;
  return {
    ...java,
    settings,
    write: async (writes: { readonly [key in WritableKey]?: string }) =>
      (await settings.writeNetwork(new Map(Object.entries(writes) as [WritableKey, string][]))).after,
    set: async (values: { readonly [name: string]: string }) =>
      (await settings.writeAll({ set: new Map(Object.entries(values)) })).after,
    /** A call past the driver, as someone else would make it. */
    async raw(method: string, params: object) {
      const post = (name: string, given: object) =>
        fetch(java.double.url, {
          method: "POST",
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: name, params: given }),
        });
      const login = (await (await post("Authenticate", { API: 1, Password: "secret" })).json()) as {
        result: { Token: string };
      };
      return (await post(method, { Token: login.result.Token, ...params })).status;
    },
  };
}

const isWrite = ({ method, params }: JavaCall) =>
  (method === "NetworkSetting" &&
    Object.entries(params).some(([key, value]) => key !== "Token" && value !== null)) ||
  (method === "AdvancedSettings" && ("set" in params || "setAll" in params));

const writesOf = ({ double }: Awaited<ReturnType<typeof javaRouter>>) => double.calls.filter(isWrite);

describe("the detected address", () => {
  const detected = async ({ settings }: Awaited<ReturnType<typeof started>>) =>
    (await settings.network()).values.get("router.net.ssu.detectedip");

  it("is the last one that the router found, and not asked for, since that always fails", async () => {
    await using java = await started();
    expect(await detected(java)).toBeNull();
    await java.raw("AdvancedSettings", { set: { "i2np.lastIP": "192.0.2.7" } });
    expect(await detected(java)).toBe("192.0.2.7");
    await java.raw("AdvancedSettings", { set: { "i2np.lastIP": "<nobody knows>" } });
    expect(await detected(java)).toBeNull();
    expect(java.double.calls.filter(({ params }) => "i2p.router.net.ssu.detectedip" in params)).toEqual([]);
  });

  it("is asked for alone where the configuration is not Java I2P's", async () => {
    await using java = await started();
    await java.settings.writeAll({ replace: new Map([["only", "this"]]) });
    java.double.calls.length = 0;
    expect(await detected(java)).toBeNull();
    const asked = java.double.calls.filter(({ params }) => "i2p.router.net.ssu.detectedip" in params);
    expect(asked.map(({ params }) => Object.keys(params).length)).toEqual([2]);
  });
});

describe("what would poison the configuration", () => {
  it.each([
    ["a value with a comment", { "lab.key": "a#b" }],
    ["a value with a line break", { "lab.key": "a\nb=c" }],
    ["a value with a carriage return", { "lab.key": "a\rb" }],
    ["a name with a comment", { "lab#key": "a" }],
    ["a name with a semicolon", { "lab;key": "a" }],
    ["a name with an equals sign", { "lab=key": "a" }],
    ["no name", { "": "a" }],
    ["a port that is none, by its other name", { "i2np.udp.internalPort": "99999" }],
  ])("is refused before it is sent: %s", async (_what, settings) => {
    await using java = await started();
    await expect(java.set({ good: "1", ...settings })).rejects.toBeInstanceOf(SettingRefused);
    await expect(
      java.settings.writeAll({ replace: new Map([["good", "1"]]), set: new Map(Object.entries(settings)) }),
    ).rejects.toBeInstanceOf(SettingRefused);
    expect(writesOf(java)).toEqual([]);
  });

  it("is named with how to repair it when somebody else has set it, and nothing is written then", async () => {
    await using java = await started();
    expect(await java.raw("AdvancedSettings", { set: { "lab.key": "a#b" } })).toBe(500);
    const before = await java.settings.all();
    for (const write of [
      () => java.write({ "router.net.bw.in": "100", "router.net.laptopmode": "true" }),
      () => java.set({ other: "1" }),
    ])
      await expect(write()).rejects.toMatchObject({
        name: "SettingRefused",
        message: expect.stringMatching(/"lab\.key": overwrite them in one request/),
      });
    expect(await java.settings.all()).toEqual(before);
    expect(writesOf(java)).toHaveLength(1);
  });

  it("is named when the router does not look for updates because of it", async () => {
    await using java = await started();
    await java.raw("AdvancedSettings", { set: { "lab.key": "a#b" } });
    expect(await java.router.updates.find(AbortSignal.timeout(120_000))).toMatchObject({
      code: "java.poisoned",
      values: { names: '"lab.key"' },
    });
  });

  it("is repaired only when nothing of it is left", async () => {
    await using java = await started();
    await java.raw("AdvancedSettings", { set: { one: "a#b", two: "c\nd" } });
    await expect(java.set({ one: "ab" })).rejects.toMatchObject({
      why: { code: "java.poisoned", values: { names: '"two"' } },
    });
    expect((await java.set({ one: "ab", two: "cd" })).get("two")).toBe("cd");
    await java.raw("AdvancedSettings", { set: { "bad=name": "x" } });
    await java.settings.writeAll({ replace: new Map([["one", "ab"]]) });
    expect(java.double.configuration.poison).toBeUndefined();
  });

  it("is repaired by a good value in its place", async () => {
    await using java = await started();
    await java.raw("AdvancedSettings", { set: { "lab.key": "a#b" } });
    expect((await java.set({ "lab.key": "ab" })).get("lab.key")).toBe("ab");
    await java.write({ "router.net.bw.in": "100" });
    expect(java.double.onDisk.get("i2np.bandwidth.inboundKBytesPerSecond")).toBe("100");
  });
});

describe("what Java I2P would take and not keep", () => {
  it.each([
    ["router.net.bw.in", "i2np.bandwidth.inboundKBytesPerSecond", ["0", "4", "1906501", "2147483647"]],
    ["router.net.bw.out", "i2np.bandwidth.outboundKBytesPerSecond", ["0", "4", "16385"]],
  ] as const)("is refused: %s beyond its bounds, by either name", async (key, name, values) => {
    await using java = await started();
    for (const value of values) {
      const refused = (blamed: string) => ({
        name: "SettingRefused",
        key: blamed,
        message: expect.stringMatching(/wants a string of decimal digits from "5" to "\d+", got/),
      });
      await expect(java.write({ [key]: value })).rejects.toMatchObject(refused(key));
      await expect(java.set({ [name]: value })).rejects.toMatchObject(refused(name));
    }
    expect(writesOf(java)).toEqual([]);
  });

  it.each([{ padded: "  x" }, { padded: "x\u0020" }, { "padded ": "x" }])(
    "is refused: blanks at the ends, which are lost with a restart: %j",
    async (settings) => {
      await using java = await started();
      await expect(java.set(settings as never)).rejects.toMatchObject({
        name: "SettingRefused",
        message: expect.stringContaining("blank"),
      });
      expect(writesOf(java)).toEqual([]);
      expect((await java.set({ inner: "a b" })).get("inner")).toBe("a b");
    },
  );

  it("is refused when the disk refuses it, and memory is as before", async () => {
    await using java = await started();
    await java.write({ "router.net.bw.in": "410" });
    const before = await java.settings.all();
    java.double.configuration.diskRefuses = true;
    for (const write of [
      () => java.write({ "router.net.bw.in": "512", "router.net.laptopmode": "true" }),
      () => java.set({ lab: "1" }),
    ]) {
      await expect(write()).rejects.toMatchObject({
        name: "RouterUnavailable",
        reason: "failed",
        message: expect.stringMatching(/Failed to save new config.*disk of its machine/),
      });
      expect(await java.settings.all()).toEqual(before);
    }
    java.double.configuration.diskRefuses = false;
    await java.write({ "router.net.bw.in": "512" });
    expect(java.double.onDisk.get("i2np.bandwidth.inboundKBytesPerSecond")).toBe("512");
  });

  it("is a port that is stored already while autoport is on: autoport is switched off with it", async () => {
    await using java = await started();
    await java.set({ "i2np.ntcp.port": "4321", "i2np.ntcp.autoport": "true" });
    expect((await java.settings.network()).values.get("router.net.ntcp.port")).toBe("20544");
    const { values, restartNeeded } = await java.write({ "router.net.ntcp.port": "4321" });
    expect([values.get("router.net.ntcp.port"), restartNeeded]).toEqual(["4321", true]);
    expect(java.double.onDisk.get("i2np.ntcp.autoport")).toBe("false");
  });
});

describe("the calls that reach the router", () => {
  const callsOf = async (java: Awaited<ReturnType<typeof started>>, work: () => Promise<unknown>) => {
    await java.settings.network();
    const before = java.double.calls.length;
    await work();
    return java.double.calls.slice(before).map(({ method }) => method);
  };

  it("are one for a read, four for a write of network settings and three for one of others", async () => {
    await using java = await started();
    expect(await callsOf(java, () => java.settings.network())).toEqual(["AdvancedSettings"]);
    expect(await callsOf(java, () => java.settings.all())).toEqual(["AdvancedSettings"]);
    expect(
      await callsOf(java, () => java.write({ "router.net.bw.in": "100", "router.net.upnp": "false" })),
    ).toEqual(["AdvancedSettings", "NetworkSetting", "AdvancedSettings", "AdvancedSettings"]);
    expect(await callsOf(java, () => java.set({ lab: "1" }))).toHaveLength(3);
  });
});

describe("a write of several settings", () => {
  const three = {
    "router.net.ntcp.port": "4321",
    "router.net.bw.in": "100",
    "router.net.laptopmode": "true",
  };

  it("is undone when the router refuses one of them, with all other changes that it made", async () => {
    await using java = await started();
    const before = await java.settings.all();
    java.double.configuration.refuses.add("i2p.router.net.laptopmode");
    await expect(java.write(three)).rejects.toBeInstanceOf(SettingRefused);
    expect(writesOf(java).length).toBeGreaterThan(0);
    expect(await java.settings.all()).toEqual(before);
    expect(java.double.onDisk).toEqual(before);
    expect((await java.settings.network()).restartNeeded).toBe(false);
  });

  it("is undone without removing anything where all had values before", async () => {
    await using java = await started();
    await java.write(three);
    const before = await java.settings.all();
    java.double.configuration.refuses.add("i2p.router.net.laptopmode");
    await expect(
      java.write({
        "router.net.ntcp.port": "1234",
        "router.net.bw.in": "7",
        "router.net.laptopmode": "false",
      }),
    ).rejects.toBeInstanceOf(SettingRefused);
    expect(await java.settings.all()).toEqual(before);
    expect(writesOf(java).some(({ params }) => "setAll" in params)).toBe(false);
  });

  it("is undone when its answer is lost", async () => {
    await using java = await started();
    const before = await java.settings.all();
    for (const write of [
      () => java.write(three),
      () => java.set({ lab: "1" }),
      () => java.settings.writeAll({ replace: new Map([["lab", "1"]]) }),
    ]) {
      java.double.faults.losesAnswerTo = isWrite;
      await expect(write()).rejects.toMatchObject({ reason: "unreachable" });
      expect(java.double.faults.losesAnswerTo).toBeUndefined();
      expect(await java.settings.all()).toEqual(before);
    }
  });

  it("says so when it cannot be undone", async () => {
    await using java = await started({ options: { timeout: 1_000 } });
    java.double.faults.losesAnswerTo = (call) => {
      java.double.faults.hangs = isWrite(call);
      return java.double.faults.hangs;
    };
    await expect(java.write(three)).rejects.toThrow("could not be undone");
  });

  it("that is empty sends nothing", async () => {
    await using java = await started();
    await java.write({});
    await java.set({});
    expect(writesOf(java)).toEqual([]);
  });

  it("is read back, since the router does not repeat what it took", async () => {
    await using java = await started();
    const { values } = await java.write(three);
    expect(values.get("router.net.ntcp.port")).toBe("4321");
    expect(values.get("router.net.laptopmode")).toBe("true");
    expect(java.double.onDisk.get("i2np.laptopMode")).toBe("true");
  });
});

describe("replacing all settings", () => {
  it("by none is refused before it is sent", async () => {
    await using java = await started();
    await expect(java.settings.writeAll({ replace: new Map() })).rejects.toMatchObject({
      name: "SettingRefused",
      message: expect.stringContaining("without any setting"),
    });
    expect(writesOf(java)).toEqual([]);
  });

  it("and adding some is one write", async () => {
    await using java = await started();
    const change = { replace: new Map([["a", "1"]]), set: new Map([["b", "2"]]) };
    const { after } = await java.settings.writeAll(change);
    expect(after).toEqual(new Map([...change.replace, ...change.set]));
    expect(writesOf(java)).toHaveLength(1);
  });
});

describe("a setting that is unset", () => {
  it("stays so when it is saved as empty, and is emptied when it was set", async () => {
    await using java = await started();
    const host = () => java.double.onDisk.get("i2np.udp.host");
    const empty = { "router.net.ssu.hostname": "" };
    await java.write(empty);
    expect(host()).toBeUndefined();
    await java.write({ "router.net.ssu.hostname": "192.0.2.1" });
    await java.write(empty);
    expect(host()).toBe("");
  });
});

describe("the need of a restart", () => {
  it("follows the router's answers", async () => {
    await using java = await started();
    expect((await java.write({ "router.net.bw.share": "50" })).restartNeeded).toBe(false);
    // It asks for a restart because of a name that it has unset so far and empty now.
    const unset = { "router.net.bw.share": "40", "router.net.ssu.hostname": "" };
    expect((await java.write(unset)).restartNeeded).toBe(false);
    expect((await java.write({ "router.net.upnp": "false" })).restartNeeded).toBe(true);
    expect((await java.write({ "router.net.bw.share": "60" })).restartNeeded).toBe(true);
  });

  it("is remembered when the service restarts, and over with a restart of the router", async () => {
    await using java = await started();
    await java.write({ "router.net.upnp": "false" });
    const again = java.make();
    await again.start();
    expect((await again.settings.network()).restartNeeded).toBe(true);
    await java.pass(20);
    await java.double.run();
    await again.read(AbortSignal.timeout(120_000));
    expect((await again.settings.network()).restartNeeded).toBe(false);
    await again.close();
  });
});
