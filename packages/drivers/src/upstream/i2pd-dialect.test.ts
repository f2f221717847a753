import { DETAIL_KEYS } from "@pilothouse/protocol";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { afterEach, describe, expect, it } from "vitest";
import { Upstream, type UpstreamOptions } from "./router.js";
import { I2pdDouble } from "./testing/i2pd-double.js";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function bareI2pd(version: "2.45.1" | "2.59.0", options: Partial<UpstreamOptions> = {}) {
  const double = new I2pdDouble(version);
  await double.open();
  const clock = new TestClock();
  const router = new Upstream({
    url: double.url,
    password: "itoopie",
    clock,
    log: () => {},
    patience: 120_000,
    ...options,
  });
  opened.push(double, router);
  await router.start();
  return { double, router, clock, read: () => router.read(AbortSignal.timeout(120_000)) };
}

describe.each(["2.45.1", "2.59.0"] as const)("a bare i2pd %s", (version) => {
  it("is recognised, and its values are converted to the interface's meaning", async () => {
    const { read } = await bareI2pd(version);
    const { phase, facts } = await read();
    expect(phase).toEqual({ name: "running" });
    expect(facts).toMatchObject({
      "router.version": version,
      "router.netdb.knownpeers": 5,
      "router.netdb.isreseeding": false,
      "router.net.bw.inbound.15s": 2_506,
      "router.net.total.sent.bytes": 97_766,
    });
    expect(facts).not.toHaveProperty(["router.netdb.fastpeers"]);
    expect(facts).not.toHaveProperty(["router.status"]);
  });

  it("is never asked for more than its buffer can hold", async () => {
    const { double, router, read } = await bareI2pd(version);
    await read();
    await router.settings.network();
    await router.details(DETAIL_KEYS, AbortSignal.timeout(120_000));
    expect(double.crashed).toBeUndefined();
  });

  it("tells the states of IPv6 where the version knows them", async () => {
    const { router } = await bareI2pd(version);
    const told = await router.details(["router.net.testing.v6", "router.id"], AbortSignal.timeout(120_000));
    expect(told).toEqual(version === "2.59.0" ? { "router.net.testing.v6": 1 } : {});
  });

  it("has one setting, live, for both directions", async () => {
    const { double, router } = await bareI2pd(version, { dialect: "i2pd" });
    const both = new Map([
      ["router.net.bw.in", "300"],
      ["router.net.bw.out", "300"],
    ] as const);
    const {
      after: { values, restartNeeded },
    } = await router.settings.writeNetwork(both);
    expect([double.limit, values.get("router.net.bw.out"), restartNeeded]).toEqual([300, "300", false]);
    expect(values.get("router.net.ntcp.port")).toBeNull();
  });

  it.each([
    ["a key that it does not have", { "router.net.upnp": "true" }],
    ["two limits", { "router.net.bw.in": "1", "router.net.bw.out": "2" }],
    ["what is no limit", { "router.net.bw.in": "abc" }],
  ])("is not sent %s", async (_what, writes) => {
    const { double, router } = await bareI2pd(version);
    await expect(
      router.settings.writeNetwork(new Map(Object.entries(writes)) as never),
    ).rejects.toMatchObject({
      name: "SettingRefused",
    });
    expect(double.limit).toBe(2_048);
  });

  it("has neither advanced settings, nor rates, restarts and updates", async () => {
    const { router } = await bareI2pd(version);
    const signal = AbortSignal.timeout(120_000);
    await expect(router.settings.all()).rejects.toMatchObject({ name: "NotPossible" });
    await expect(router.settings.writeAll({})).rejects.toMatchObject({ name: "NotPossible" });
    await expect(router.lifecycle("Restart")).rejects.toMatchObject({ name: "NotPossible" });
    await expect(router.ready("Restart")).rejects.toMatchObject({ name: "NotPossible" });
    await router.ready("Shutdown");
    await expect(router.updates.update(signal, () => {})).rejects.toMatchObject({ name: "NotPossible" });
    expect(await router.updates.find(signal)).toBe(false);
    expect(await router.rate("bw.sendRate", 60_000, signal)).toBeUndefined();
  });

  it("gets the graceful shutdown command only once, because a second one would kill it", async () => {
    const { double, router, clock, read } = await bareI2pd(version);
    await router.lifecycle("ShutdownGraceful");
    await router.lifecycle("ShutdownGraceful");
    expect(double.actions).toEqual(["ShutdownGraceful"]);
    expect((await read()).phase).toEqual({
      ...{ name: "draining", next: "stop", until: clock.ms + 660_000 },
      cancellable: false,
    });
    await double.close();
    expect((await read()).phase).toEqual({ name: "stopped" });
    await double.open();
  });
});

describe("the network status of a bare i2pd", () => {
  it.each([
    ["2.45.1", 1, {}, 1, "testing"],
    ["2.45.1", 2, {}, 2, "firewalled"],
    ["2.59.0", 1, {}, 2, "firewalled"],
    ["2.59.0", 1, { "i2p.router.net.testing": 1 }, 1, "testing"],
    ["2.59.0", 1, { "i2p.router.net.error": 3 }, 11, "behind a symmetric NAT"],
  ] as const)("of %s, %i with %o, is %i: %s", async (version, own, beside, code, _says) => {
    const { double, read } = await bareI2pd(version);
    Object.assign(double.info, { "i2p.router.net.status": own }, beside);
    expect((await read()).facts["router.net.status"]).toBe(code);
  });
});
