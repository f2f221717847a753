import { TestClock } from "@pilothouse/system/testing/test-clock";
import { describe, expect, it } from "vitest";
import type { CONFIG_NAMES } from "./configuration.js";
import { simulate } from "./testing/fixtures.js";

type Simulation = Awaited<ReturnType<typeof simulate>>;
const KIB = 1024;

const setNetwork = (
  { router }: Simulation,
  writes: { readonly [key in keyof typeof CONFIG_NAMES]?: string },
) =>
  router.settings
    .writeNetwork(new Map(Object.entries(writes) as [keyof typeof CONFIG_NAMES, string][]))
    .then(({ after }) => after);

/** Runs through some seconds one by one. */
async function* seconds(simulation: Simulation, count: number) {
  for (let second = 0; second < count; second++) yield await simulation.pass(1);
}

describe("one seed and one course of the clock", () => {
  it("make one life, however often it is read", async () => {
    const often = await simulate({ seed: 42 });
    const seldom = await simulate({ seed: 42 });
    for (let left = 7_200_000; left > 0; left -= 1_700) await often.pass(Math.min(left, 1_700) / 1_000);
    expect(await seldom.pass(7_200)).toEqual(await often.facts());
  });

  it("make one life, with any calls in between", async () => {
    const live = async (pause: number) => {
      const simulation = await simulate({ seed: 3 });
      const wait = async (total: number) => {
        for (let passed = 0; passed < total; passed += pause) await simulation.pass(pause);
      };
      await wait(600);
      await setNetwork(simulation, { "router.net.bw.share": "40", "router.net.upnp": "false" });
      await simulation.router.reseed();
      await wait(600);
      await simulation.router.lifecycle("RestartGraceful");
      await wait(900);
      await simulation.router.faults.crash();
      await wait(300);
      return simulation.facts();
    };
    expect(await live(300)).toEqual(await live(1));
  });

  it("differ from the life of another seed", async () => {
    const one = await (await simulate({ seed: 1 })).pass(3_600);
    const other = await (await simulate({ seed: 2 })).pass(3_600);
    expect(one).not.toEqual(other);
  });
});

describe("a life of the router", () => {
  it("begins with few peers and a reseed that brings more", async () => {
    const simulation = await simulate();
    expect(await simulation.read()).toMatchObject({
      phase: { name: "starting" },
      facts: { "router.netdb.knownpeers": 0, "router.net.status": 1 },
    });
    const known: number[] = [];
    for await (const facts of seconds(simulation, 20)) {
      if (!facts["router.netdb.isreseeding"]) break;
      known.push(facts["router.netdb.knownpeers"]);
    }
    expect(known.length).toBeGreaterThan(5);
    expect(known).toEqual(known.toSorted((a, b) => a - b));
    expect(known.at(-1)).toBeGreaterThan(80);
    expect((await simulation.phase()).name).toBe("running");
  });

  it("keeps the peers it knows over a restart, and connects to them again", async () => {
    const { router, pass } = await simulate();
    const before = await pass(1_800);
    await router.lifecycle("Restart");
    const soon = await pass(3);
    expect(soon["router.netdb.isreseeding"]).toBe(false);
    expect(soon["router.netdb.knownpeers"]).toBeGreaterThan(before["router.netdb.knownpeers"] * 0.9);
    expect(soon["router.netdb.activepeers"]).toBeLessThan(before["router.netdb.activepeers"] / 2);
    expect(soon["router.net.tunnels.participating"]).toBe(0);
    expect(soon["router.net.total.received.bytes"]).toBeLessThan(before["router.net.total.received.bytes"]);
  });

  it("stays within what is plausible for a whole day, and follows the hour", async () => {
    const simulation = await simulate({ clock: new TestClock(Date.UTC(2026, 0, 1)) });
    await simulation.pass(3_600);
    const tunnels = new Map<number, number>();
    for (let minute = 60; minute < 1_440; minute++) {
      const facts = await simulation.pass(60);
      const known = facts["router.netdb.knownpeers"];
      const active = facts["router.netdb.activepeers"];
      const highCapacity = facts["router.netdb.highcapacitypeers"];
      expect(known).toBeGreaterThan(800);
      expect(known).toBeLessThan(3_200);
      expect(active).toBeGreaterThan(60);
      expect(active).toBeLessThan(known);
      expect(highCapacity).toBeLessThanOrEqual(active);
      expect(facts["router.netdb.fastpeers"]).toBeLessThanOrEqual(highCapacity);
      expect(facts["router.netdb.fastpeers"]).toBeGreaterThan(10);
      expect(facts["router.net.tunnels.successrate"]).toBeGreaterThan(35);
      expect(facts["router.net.tunnels.successrate"]).toBeLessThan(100);
      expect(facts["router.net.bw.inbound.15s"]).toBeGreaterThan(10 * KIB);
      expect(facts["router.net.status"]).toBe(0);
      tunnels.set(Math.floor((minute + 1) / 60), facts["router.net.tunnels.participating"]);
    }
    expect(tunnels.get(20)).toBeGreaterThan(2 * (tunnels.get(8) ?? Number.NaN));
  });

  it("counts the same bytes in its rates and its totals", async () => {
    const simulation = await simulate();
    await simulation.pass(1_200);
    const totals: number[] = [];
    for await (const facts of seconds(simulation, 60)) {
      totals.push(facts["router.net.total.sent.bytes"]);
      const [before15, before1, now] = [totals.at(-16), totals.at(-2), totals.at(-1) ?? 0];
      if (before1 !== undefined) expect(facts["router.net.bw.outbound.1s"]).toBe(now - before1);
      if (before15 !== undefined)
        expect(facts["router.net.bw.outbound.15s"]).toBeCloseTo((now - before15) / 15, 6);
    }
    expect(totals).toHaveLength(60);
  });
});

describe("participating tunnels", () => {
  it("live for ten minutes each", async () => {
    const simulation = await simulate();
    let accepted = 0;
    // A share of 0 takes no more: from then on tunnels only end, each ten minutes after it came.
    const came: number[] = [];
    for await (const facts of seconds(simulation, 300)) {
      came.push(facts["router.net.tunnels.participating"] - accepted);
      accepted = facts["router.net.tunnels.participating"];
    }
    expect(accepted).toBeGreaterThan(20);
    await setNetwork(simulation, { "router.net.bw.share": "0" });
    expect((await simulation.pass(300))["router.net.tunnels.participating"]).toBe(accepted);
    const ended: number[] = [];
    for await (const facts of seconds(simulation, 300)) {
      ended.push(accepted - facts["router.net.tunnels.participating"]);
      accepted = facts["router.net.tunnels.participating"];
    }
    expect(ended).toEqual(came);
    expect((await simulation.pass(3_600))["router.net.tunnels.participating"]).toBe(0);
  });

  it.each([0, 1, 8, 700])("end evenly within %i seconds if a graceful wait takes no longer", async (most) => {
    const simulation = await simulate({ longestWaitMs: most * 1_000 });
    const { router, clock, pass, phase, facts } = simulation;
    await pass(900);
    const all = (await facts())["router.net.tunnels.participating"];
    await router.lifecycle("RestartGraceful");
    const draining = await phase();
    if (draining.name !== "draining") throw new Error(`It is ${draining.name}`);
    const left = (draining.until - clock.ms) / 1_000;
    expect(left).toBeLessThanOrEqual(Math.max(most, 1));
    expect(left).toBeGreaterThan(Math.min(most, 500) - 1);
    let before = all;
    for await (const { "router.net.tunnels.participating": tunnels } of seconds(simulation, left)) {
      expect(tunnels).toBeGreaterThanOrEqual(0);
      if (most < 600) expect(before - tunnels).toBeLessThanOrEqual(Math.ceil(all / left));
      before = tunnels;
    }
    expect(before).toBe(0);
    expect((await phase()).name).toBe("stopping");
  });

  it("end a graceful wait exactly when the last of them ends", async () => {
    const { router, clock, pass, phase, facts } = await simulate();
    await pass(900);
    await router.lifecycle("RestartGraceful");
    const draining = await phase();
    if (draining.name !== "draining") throw new Error(`It is ${draining.name}`);
    await pass((draining.until - clock.ms) / 1_000 - 1);
    expect((await phase()).name).toBe("draining");
    expect((await facts())["router.net.tunnels.participating"]).toBeGreaterThan(0);
    expect((await pass(1))["router.net.tunnels.participating"]).toBe(0);
    expect((await phase()).name).toBe("stopping");
    await pass(5);
    expect((await phase()).name).toBe("running");
  });
});

describe("the bandwidth settings", () => {
  it("limit the traffic from the next second on", async () => {
    const simulation = await simulate();
    const before = await simulation.pass(1_200);
    expect(before["router.net.bw.inbound.15s"]).toBeGreaterThan(50 * KIB);
    const view = await setNetwork(simulation, { "router.net.bw.in": "20", "router.net.bw.out": "10" });
    expect(view.restartNeeded).toBe(false);
    for await (const facts of seconds(simulation, 120)) {
      expect(facts["router.net.bw.inbound.1s"]).toBeLessThanOrEqual(20 * KIB);
      expect(facts["router.net.bw.outbound.1s"]).toBeLessThanOrEqual(10 * KIB);
    }
    await setNetwork(simulation, { "router.net.bw.in": "0" });
    expect((await simulation.pass(1))["router.net.bw.inbound.1s"]).toBe(0);
  });

  it("leave tunnels of others no more than their share", async () => {
    const simulation = await simulate();
    await setNetwork(simulation, { "router.net.bw.share": "10" });
    const facts = await simulation.pass(3_600);
    expect(facts["router.net.tunnels.participating"]).toBeGreaterThan(10);
    expect(facts["router.net.tunnels.participating"]).toBeLessThanOrEqual((0.1 * 512 * KIB) / 900);
  });

  it("have no effect beyond reason when they are as high as can be", async () => {
    const simulation = await simulate();
    await setNetwork(simulation, { "router.net.bw.in": "2147483647", "router.net.bw.out": "2147483647" });
    const facts = await simulation.pass(3_600);
    expect(facts["router.net.tunnels.participating"]).toBeLessThanOrEqual(5_000);
    expect(facts["router.net.bw.inbound.15s"]).toBeLessThan(20_000 * KIB);
  });

  it("have defaults where everything was removed", async () => {
    const simulation = await simulate();
    await simulation.router.settings.writeAll({ replace: new Map() });
    await simulation.router.lifecycle("Restart");
    const facts = await simulation.pass(1_200);
    expect(facts["router.net.bw.outbound.15s"]).toBeGreaterThan(KIB);
    expect(facts["router.net.bw.outbound.15s"]).toBeLessThanOrEqual(60 * KIB);
  });
});

describe("the reachability test", () => {
  const TESTING = 1;
  const found = async (settings: { readonly [name: string]: string }) => {
    const simulation = await simulate();
    await simulation.router.settings.writeAll({ set: new Map(Object.entries(settings)) });
    await simulation.router.lifecycle("Restart");
    expect((await simulation.pass(5))["router.net.status"]).toBe(TESTING);
    return (await simulation.pass(60))["router.net.status"];
  };

  it.each([
    [0, "OK, when UPnP opens the way", {}],
    [3, "hidden, when it is to be hidden", { "router.isHidden": "true" }],
    [2, "firewalled, when nothing opens the way", { "i2np.upnp.enable": "false" }],
    [
      0,
      "OK, when the owner opened it and names the host",
      { "i2np.upnp.enable": "false", "i2np.udp.host": "192.0.2.1" },
    ],
    [
      5,
      "a warning, for a firewalled floodfill",
      { "i2np.upnp.enable": "false", "router.floodfillParticipant": "true" },
    ],
    [10, "an error, for a private TCP address", { "i2np.ntcp.hostname": "192.168.1.2" }],
    [14, "an error, without UDP and TCP address", { "i2np.udp.enable": "false" }],
  ])("finds %i: %s", async (code, _says, settings) => {
    expect(await found(settings)).toBe(code);
  });

  it("runs again when a setting that applies at once changes its outcome", async () => {
    const simulation = await simulate();
    expect((await simulation.pass(60))["router.net.status"]).toBe(0);
    await setNetwork(simulation, { "router.net.upnp": "false" });
    expect((await simulation.pass(1))["router.net.status"]).toBe(TESTING);
    expect((await simulation.pass(60))["router.net.status"]).toBe(2);
  });

  it("does not know of a setting that waits for a restart", async () => {
    const simulation = await simulate();
    await setNetwork(simulation, { "router.net.ntcp.hostname": "10.0.0.1" });
    expect((await simulation.pass(60))["router.net.status"]).toBe(0);
    await simulation.router.lifecycle("Restart");
    expect((await simulation.pass(60))["router.net.status"]).toBe(10);
  });

  it("keeps the tunnels of others away from a hidden router", async () => {
    const simulation = await simulate();
    await simulation.router.settings.writeAll({ set: new Map([["router.isHidden", "true"]]) });
    expect((await simulation.pass(1_200))["router.net.tunnels.participating"]).toBe(0);
  });

  it("reports the address once it is over, and again only after the next one", async () => {
    const simulation = await simulate();
    const address = async () =>
      (await simulation.router.settings.network()).values.get("router.net.ssu.detectedip");
    expect(await address()).toBeNull();
    await simulation.pass(60);
    expect(await address()).toMatch(/^203\.0\.113\.\d+$/);
    await simulation.router.lifecycle("Restart");
    await simulation.pass(5);
    expect(await address()).toBeNull();
    await simulation.pass(60);
    await simulation.router.lifecycle("Shutdown");
    await simulation.pass(5);
    expect(await address()).toBeNull();
  });
});
