import type { WritableKey } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { SettingRefused } from "../port.js";
import { javaRouter } from "./testing/fixtures.js";
import type { JavaCall } from "./testing/java/double.js";

async function started(setting?: Parameters<typeof javaRouter>[0]) {
  const java = await javaRouter(setting);
  await java.router.start();
  const { settings } = java.router;
  return {
    ...java,
    settings,
    write: (writes: { readonly [key in WritableKey]?: string }) =>
      settings.writeNetwork(new Map(Object.entries(writes) as [WritableKey, string][])),
    set: (values: { readonly [name: string]: string }) =>
      settings.writeAll({ set: new Map(Object.entries(values)) }),
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
  it("is asked for alone, and unset where the router fails on it", async () => {
    await using java = await started();
    const { values } = await java.settings.network();
    expect(values.get("router.net.ssu.detectedip")).toBeNull();
    expect(values.get("router.net.ssu.port")).toBe("20544");
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

  it("is named when somebody else has done it, and a write is then undone as well", async () => {
    await using java = await started();
    expect(await java.raw("AdvancedSettings", { set: { "lab.key": "a#b" } })).toBe(500);
    const before = await java.settings.all();
    for (const write of [
      () => java.write({ "router.net.bw.in": "100", "router.net.laptopmode": "true" }),
      () => java.set({ other: "1" }),
    ])
      await expect(write()).rejects.toMatchObject({
        name: "SettingRefused",
        message: expect.stringContaining('"lab.key"'),
      });
    expect(await java.settings.all()).toEqual(before);
  });

  it("is mended by a good value in its place", async () => {
    await using java = await started();
    await java.raw("AdvancedSettings", { set: { "lab.key": "a#b" } });
    expect((await java.set({ "lab.key": "ab" })).get("lab.key")).toBe("ab");
    await java.write({ "router.net.bw.in": "100" });
    expect(java.double.onDisk.get("i2np.bandwidth.inboundKBytesPerSecond")).toBe("100");
  });
});

describe("a write of several settings", () => {
  const three = {
    "router.net.ntcp.port": "4321",
    "router.net.bw.in": "100",
    "router.net.laptopmode": "true",
  };

  it("is undone when the router refuses one of them, with all that it changed beside", async () => {
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
    expect(await java.settings.writeAll(change)).toEqual(new Map([...change.replace, ...change.set]));
    expect(writesOf(java)).toHaveLength(1);
  });
});

describe("the need of a restart", () => {
  it("follows the router's answers", async () => {
    await using java = await started();
    expect((await java.write({ "router.net.bw.share": "50" })).restartNeeded).toBe(false);
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
    await again.read(AbortSignal.timeout(20_000));
    expect((await again.settings.network()).restartNeeded).toBe(false);
    await again.close();
  });
});
