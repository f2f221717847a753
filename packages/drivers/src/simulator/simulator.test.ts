import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { NETWORK_SETTING } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { START, TestClock } from "@pilothouse/system/testing/test-clock";
import { describe, expect, it, vi } from "vitest";
import { describeRouter } from "../testing/contract.js";
import { CONFIG_NAMES, factory, storedType } from "./configuration.js";
import { textOfKey } from "./kept/kept-services.js";
import { madeUpKey } from "./kept/made-up-keys.js";
import { Simulator } from "./router.js";
import { memoryStorage, simulate } from "./testing/fixtures.js";

/** As a real router comes, with a tunnel in a file that is not ours. */
const WITH_FOREIGN = storedType.write({
  ...factory(),
  services: {
    ...factory().services,
    tunnels: [
      {
        name: "IRC",
        config: new Map([
          ["Type", "client"],
          ["Port", "6668"],
          ["TargetDestination", "irc.echelon.i2p"],
          ["StartOnLoad", "true"],
        ]),
        key: textOfKey(madeUpKey("IRC")),
        foreign: true,
      },
    ],
  },
});

describeRouter("the simulator", async () => {
  const clock = new TestClock();
  const storage = memoryStorage(WITH_FOREIGN);
  const directory = scratch();
  const make = () => new Simulator({ seed: 1, clock, storage });
  const router = make();
  return {
    router,
    clock,
    reopen: make,
    async until(condition, limitMs) {
      const limit = clock.ms + limitMs;
      while (!(await condition())) {
        if (clock.ms >= limit) throw new Error(`Not so after ${limitMs} ms`);
        clock.ms += 500;
      }
    },
    crash: () => router.faults.crash(),
    async update() {
      const file = join(directory, "update.su3");
      await writeFile(file, "an update");
      return { version: "2.11.0", file, program: "2.11.0" };
    },
    program: async () => String((await router.read(AbortSignal.timeout(120_000))).facts["router.version"]),
    shows: (key, value) => new Map([[CONFIG_NAMES[key], value]]),
    foreignTunnel: "IRC",
    dispose: async () => {},
  };
});

describe("a simulator", () => {
  it("says that it is one", () => {
    const router = new Simulator({ seed: 1, clock: new TestClock(), storage: memoryStorage() });
    expect(router).toMatchObject({ kind: "simulator", simulated: true });
  });

  it("does nothing before it is started", async () => {
    const load = vi.fn(async () => undefined);
    const router = new Simulator({
      seed: 1,
      clock: new TestClock(),
      storage: { load, save: async () => {} },
    });
    await expect(router.read(new AbortController().signal)).rejects.toThrow("not started");
    expect(load).not.toHaveBeenCalled();
  });

  it("can be started again when its storage could not be read at first", async () => {
    const storage = memoryStorage("{");
    const router = new Simulator({ seed: 1, clock: new TestClock(), storage });
    await expect(router.start()).rejects.toThrow("cannot be read");
    storage.text = undefined;
    await router.start();
    expect((await router.settings.all()).size).toBeGreaterThan(0);
  });

  it("needs no timers", async () => {
    vi.useFakeTimers();
    try {
      const { router, pass } = await simulate();
      await pass(60);
      await router.reseed();
      await router.lifecycle("RestartGraceful");
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("begins with the version it is built as", async () => {
    expect((await (await simulate()).facts())["router.version"]).toBe("2.10.0");
  });

  it("begins with good network settings", async () => {
    const { values } = await (await simulate()).router.settings.network();
    for (const [key, value] of values)
      if (value !== null) expect(() => NETWORK_SETTING[key].type.read(value), key).not.toThrow();
    expect(values.get("router.net.bw.out")).toBe("512");
    expect(values.get("router.net.ssu.hostname")).toBeNull();
  });

  it("runs an installed version only after a restart, also when the service restarts first", async () => {
    const { router, facts, pass, storage } = await simulate();
    await router.install({ version: "2.11.0", file: import.meta.filename }, () => {});
    expect((await facts())["router.version"]).toBe("2.10.0");
    await router.lifecycle("Restart");
    expect((await pass(10))["router.version"]).toBe("2.11.0");
    const again = await simulate({ storage });
    expect((await again.facts())["router.version"]).toBe("2.11.0");
  });

  it("does not reseed while it is stopped", async () => {
    const { router, pass } = await simulate();
    await router.lifecycle("Shutdown");
    await pass(5);
    await expect(router.reseed()).rejects.toMatchObject({ name: "NotPossible" });
  });

  it("keeps running when its clock is set back, and gives the end of a wait by that clock", async () => {
    const { router, clock, pass, phase } = await simulate();
    const before = await pass(300);
    clock.ms -= 3_600_000;
    const later = await pass(5);
    expect(later["router.uptime"]).toBeLessThanOrEqual(before["router.uptime"] + 5_000);
    await router.lifecycle("ShutdownGraceful");
    expect(await phase()).toMatchObject({ name: "draining" });
    expect((await phase()) as { until: number }).toSatisfy(
      ({ until }: { until: number }) => until > clock.ms && until <= clock.ms + 600_000,
    );
    await pass(602);
    expect((await phase()).name).toBe("stopped");
  });

  it("does not forget a graceful wait for a change that takes a restart, and refuses it", async () => {
    const { router, pass, phase } = await simulate();
    const { tunnels, addressBook } = router;
    await pass(300);
    await router.lifecycle("ShutdownGraceful");
    const config = new Map([["Type", "server"] as const, ["TargetPort", "8080"] as const]);
    const create = [{ action: "create", name: "web", config }] as const;
    const { names } = await addressBook.list({ limit: 1 });
    for (const change of [
      () => tunnels.plan(create),
      () => tunnels.change(create),
      () => addressBook.remove(names.map(({ name }) => name)),
      () => addressBook.subscribe([]),
    ])
      await expect(change()).rejects.toThrow("A graceful restart or shutdown is under way");
    expect(await phase()).toMatchObject({ name: "draining", next: "stop" });
    expect(await tunnels.list(AbortSignal.timeout(60_000))).toEqual([]);
    expect((await addressBook.list({ limit: 1 })).names).toEqual(names);
    expect(await addressBook.subscriptions()).not.toEqual([]);
    // What takes no restart is done.
    expect(await addressBook.remove(["nobody.i2p"])).toEqual([]);
    await pass(602);
    await tunnels.change(create);
    expect((await phase()).name).toBe("stopped");
  });
});

describe("a fault", () => {
  it("makes the router crash, each time for longer until it has run well for a while", async () => {
    const { router, pass, phase } = await simulate();
    const down = async () => {
      await router.faults.crash();
      expect(await phase()).toEqual({ name: "crashed" });
      let seconds = 0;
      for (; (await phase()).name === "crashed"; seconds++) await pass(1);
      await pass(10);
      return seconds;
    };
    expect([await down(), await down(), await down()]).toEqual([2, 4, 8]);
    await pass(600);
    expect(await down()).toBe(2);
  });

  it("leaves nothing of a crashed router but its version", async () => {
    const { router, pass, facts } = await simulate();
    await pass(120);
    await router.faults.crash();
    expect(await facts()).toMatchObject({
      "router.uptime": 0,
      "router.net.status": 13,
      "router.netdb.knownpeers": 0,
      "router.version": "2.10.0",
    });
  });

  it("hangs a reading until it is released", async () => {
    const { router, read } = await simulate();
    router.faults.hang();
    const pending = read();
    const settled = vi.fn();
    pending.then(settled, settled);
    // One that does not hang is there after a turn of the event loop.
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(settled).not.toHaveBeenCalled();
    router.faults.release();
    expect((await pending).phase.name).toBe("starting");
  });

  it("hangs a reading until it is called off, or the router is closed", async () => {
    const { router, read } = await simulate();
    router.faults.hang();
    await expect(router.read(AbortSignal.timeout(10))).rejects.toThrow();
    const pending = read();
    await router.close();
    await expect(pending).rejects.toThrow("not started");
  });

  it("slows readings, which can still be called off", async () => {
    const { router, read } = await simulate();
    router.faults.slow(40);
    const began = performance.now();
    await read();
    // Timers may be a little early, and never much.
    expect(performance.now() - began).toBeGreaterThan(30);
    router.faults.slow(60_000);
    await expect(router.read(AbortSignal.timeout(10))).rejects.toThrow();
    router.faults.slow(0);
    await read();
  });
});

describe("a clock that jumps", () => {
  it("costs little for a day", async () => {
    const { pass } = await simulate();
    const cost = async (seconds: number) => {
      const before = process.cpuUsage();
      await pass(seconds);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await pass(60);
    const hours = await cost(4 * 3_600);
    // Six times as long costs about six times as much, and no more.
    expect(await cost(86_400)).toBeLessThan(30 * hours + 1_000_000);
  });

  it("costs no more for half a century", async () => {
    const { pass } = await simulate({ clock: new TestClock(0) });
    // Second by second this would take hours.
    const facts = await pass(START / 1_000);
    expect(facts["router.uptime"]).toBe(START);
    expect(facts["router.netdb.activepeers"]).toBeGreaterThan(50);
  });
});
