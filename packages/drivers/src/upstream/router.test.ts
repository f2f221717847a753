import { reason, textOfReason } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { javaRouter } from "./testing/fixtures.js";

const soon = () => AbortSignal.timeout(120_000);
const MINUTE = 60;

async function started(setting?: Parameters<typeof javaRouter>[0]) {
  const java = await javaRouter(setting);
  await java.router.start();
  return java;
}

describe("a restart", () => {
  it("is followed until the router answers again", async () => {
    await using java = await started();
    await java.router.lifecycle("Restart");
    const phases: string[] = [];
    for (let half = 0; half < 40; half++) {
      const { name } = await java.phase();
      if (phases.at(-1) !== name) phases.push(name);
      await java.pass(0.5);
    }
    expect(phases).toEqual(["stopping", "starting", "running"]);
  });

  it("keeps the version in sight", async () => {
    await using java = await started();
    await java.router.lifecycle("Restart");
    await java.pass(5);
    expect(await java.read()).toEqual({
      phase: { name: "starting" },
      starts: 0,
      facts: { "router.version": "2.13.0-3" },
    });
  });

  it("is given up when nothing comes back", async () => {
    await using java = await started();
    await java.router.lifecycle("Restart");
    await java.pass(2);
    await java.double.close();
    expect((await java.phase()).name).toBe("starting");
    java.clock.ms += 301_000;
    await expect(java.read()).rejects.toMatchObject({ reason: "unreachable" });
  });

  it("that the router does not carry out is forgotten, and logged", async () => {
    await using java = await started();
    await java.router.lifecycle("Restart");
    java.clock.ms += 119_000;
    expect((await java.phase()).name).toBe("stopping");
    java.clock.ms += 2_000;
    expect((await java.phase()).name).toBe("running");
    expect(java.logged.at(-1)).toBe("The router was to restart but keeps running");
  });

  it("of a router that hangs on its way out is seen as its stopping, for a while", async () => {
    await using java = await started({ options: { timeout: 1_000 } });
    await java.router.lifecycle("Restart");
    java.double.faults.hangs = true;
    expect((await java.phase()).name).toBe("stopping");
    java.clock.ms += 121_000;
    await expect(java.read()).rejects.toMatchObject({ reason: "timeout" });
  });
});

describe("a shutdown", () => {
  it("ends with a closed port, after which the router cannot be started from here", async () => {
    await using java = await started();
    await java.router.lifecycle("Shutdown");
    expect((await java.phase()).name).toBe("stopping");
    await java.pass(2);
    expect((await java.phase()).name).toBe("stopped");
    for (const action of ["Restart", "RestartGraceful"] as const)
      await expect(java.router.lifecycle(action)).rejects.toMatchObject({
        name: "NotPossible",
        message: expect.stringContaining("start it on the machine"),
      });
    await java.router.lifecycle("ShutdownGraceful");
    await java.pass(3_600);
    expect((await java.phase()).name).toBe("stopped");
  });

  it("is over when somebody starts the router", async () => {
    await using java = await started();
    await java.router.lifecycle("Shutdown");
    await java.pass(60);
    expect((await java.phase()).name).toBe("stopped");
    await java.double.run();
    expect((await java.phase()).name).toBe("running");
    await java.router.lifecycle("Restart");
  });

  it("overtakes a restart that has not begun", async () => {
    await using java = await started();
    await java.router.lifecycle("Restart");
    await java.router.lifecycle("Shutdown");
    await java.pass(2);
    expect((await java.phase()).name).toBe("stopped");
  });

  it("does not explain a server that is away for another reason", async () => {
    await using java = await started();
    await java.double.close();
    await expect(java.read()).rejects.toMatchObject({ reason: "unreachable" });
    await expect(java.router.lifecycle("Restart")).rejects.toMatchObject({ reason: "unreachable" });
  });
});

describe("a graceful wait", () => {
  it("is reported until the router ends, and requested once", async () => {
    await using java = await started();
    await java.pass(30);
    const until = java.clock.ms + 11 * MINUTE * 1_000;
    await java.router.lifecycle("RestartGraceful");
    await java.pass(9 * MINUTE);
    await java.router.lifecycle("RestartGraceful");
    expect(await java.phase()).toEqual({ name: "draining", next: "restart", until, cancellable: false });
    await java.pass(MINUTE + 5);
    expect((await java.phase()).name).toBe("starting");
    expect(java.double.calls.filter(({ method }) => method === "RouterManager")).toHaveLength(1);
  });

  it("does not begin again when another graceful request replaces it", async () => {
    await using java = await started();
    await java.router.lifecycle("ShutdownGraceful");
    const first = await java.phase();
    java.clock.ms += 5 * MINUTE * 1_000;
    await java.router.lifecycle("RestartGraceful");
    expect(await java.phase()).toEqual({ ...first, next: "restart" });
  });

  it("is remembered when the service restarts", async () => {
    await using java = await started();
    await java.router.lifecycle("ShutdownGraceful");
    const before = await java.phase();
    const again = java.make();
    await again.start();
    expect((await again.read(soon())).phase).toEqual(before);
    await again.close();
  });

  it("is forgotten where what was kept cannot be read", async () => {
    await using java = await javaRouter();
    java.storage.text = '{"born":"yesterday"}';
    await java.router.start();
    expect(java.logged[0]).toContain("cannot be read");
    expect((await java.phase()).name).toBe("running");
  });

  it("ends when the router was restarted, also by others", async () => {
    await using java = await started();
    await java.pass(20);
    await java.router.lifecycle("ShutdownGraceful");
    expect((await java.phase()).name).toBe("draining");
    await java.double.run();
    expect((await java.phase()).name).toBe("running");
  });

  it("cannot be cancelled through the interface of Java I2P, and continues", async () => {
    await using java = await started();
    expect(await java.router.cancel()).toBe(false);
    await java.router.lifecycle("RestartGraceful");
    await expect(java.router.cancel()).rejects.toThrow("on its own console");
    expect(await java.phase()).toMatchObject({ name: "draining", cancellable: false });
  });

  it("of a hung router is no excuse for it", async () => {
    await using java = await started({ options: { timeout: 1_000 } });
    await java.router.lifecycle("ShutdownGraceful");
    java.double.faults.hangs = true;
    await expect(java.read()).rejects.toMatchObject({ reason: "timeout" });
  });
});

describe("a reseed", () => {
  const reseeding = async ({ read }: Awaited<ReturnType<typeof started>>) =>
    (await read()).facts["router.netdb.isreseeding"];

  it("is noticed although the router does not report it, and is over when no more peers come", async () => {
    await using java = await started();
    expect(await reseeding(java)).toBe(false);
    await java.router.reseed();
    const seconds: number[] = [];
    for (let second = 0; second < 120; second++) {
      if (await reseeding(java)) seconds.push(second);
      await java.pass(1);
    }
    expect(seconds[0]).toBe(0);
    // The double's peers come within five seconds; half a minute of quiet follows.
    expect(seconds.at(-1)).toBe(34);
  });

  it("ends with the router's life", async () => {
    await using java = await started();
    await java.pass(20);
    await java.read();
    await java.router.reseed();
    await java.double.run();
    expect(await reseeding(java)).toBe(false);
  });
});

describe("what passes through", () => {
  it("is the router's own sentence of how it is", async () => {
    await using java = await started();
    expect((await java.read()).facts["router.status.own"]).toBe("Rejecting tunnels: Starting up");
    await java.router.lifecycle("ShutdownGraceful");
    expect((await java.read()).facts["router.status.own"]).toBe("Rejecting tunnels: Shutting down");
  });

  it("is a rate; a period that the router does not keep is named as that", async () => {
    await using java = await started();
    expect(await java.router.rate("bw.sendRate", 60_000, soon())).toBe(0);
    await expect(java.router.rate("bw.sendRate", 12_345, soon())).rejects.toMatchObject({
      name: "NotPossible",
      message: expect.stringContaining("bw.sendRate, but not over 12345 ms"),
    });
    expect(await java.router.rate("made.up", 60_000, soon())).toBe(0);
    await expect(java.router.rate("made.up", 300_000, soon())).rejects.toMatchObject({ name: "NotPossible" });
  });

  it("is no rate without a sensible name, which the router would keep", async () => {
    await using java = await started();
    for (const name of ["", " bw", "a\nb", "x".repeat(300)])
      expect(await java.router.rate(name, 60_000, soon())).toBeUndefined();
    expect(java.double.calls.filter(({ method }) => method === "GetRate")).toEqual([]);
  });

  it("is no rate of more names than a router should keep, but still of those that it was asked for", async () => {
    await using java = await started();
    for (let n = 0; n < 500; n++) await java.router.rate(`made.up.${n}`, 60_000, soon());
    await expect(java.router.rate("one.more", 60_000, soon())).rejects.toMatchObject({ name: "NotPossible" });
    expect(await java.router.rate("made.up.7", 60_000, soon())).toBe(0);
    const asked = java.double.calls.filter(({ method }) => method === "GetRate");
    expect(asked).toHaveLength(501);
  });

  it("are the router's own updates", async () => {
    await using java = await started();
    expect(await java.router.updates.find(soon())).toBe(false);
    java.double.update = { available: true, status: "Update downloaded" };
    expect(await java.router.updates.find(soon())).toBe(true);
    const steps: string[] = [];
    expect(await java.router.updates.update(soon(), (step) => steps.push(step))).toEqual({
      outcome: "unknown",
      status: "Update downloaded",
      why: { code: "router.says", values: { text: "Update downloaded" } },
    });
    java.double.update = { available: true, status: "Update not started" };
    expect(await java.router.updates.update(soon(), () => {})).toMatchObject({ outcome: "failed" });
    expect(steps).toHaveLength(1);
    await expect(java.router.install()).rejects.toMatchObject({ name: "NotPossible" });
  });

  it("is one action for each call", async () => {
    await using java = await started();
    await java.router.reseed();
    await java.router.lifecycle("RestartGraceful");
    const acts = java.double.calls.filter(({ method }) => method === "RouterManager");
    expect(acts.map(({ params: { Token: _token, ...actions } }) => Object.keys(actions))).toEqual([
      ["Reseed"],
      ["RestartGraceful"],
    ]);
  });
});

describe("a driver that was not started", () => {
  it("does nothing", async () => {
    await using java = await javaRouter();
    await expect(java.read()).rejects.toThrow("not started");
    await expect(java.router.lifecycle("Restart")).rejects.toThrow("not started");
    await expect(java.router.settings.all()).rejects.toThrow("not started");
    expect(java.double.calls).toEqual([]);
    expect(java.router).toMatchObject({ kind: "upstream", simulated: false });
  });

  it("is what a closed one becomes, which can be started again", async () => {
    await using java = await started();
    await java.router.close();
    await expect(java.read()).rejects.toThrow("not started");
    await java.router.start();
    expect((await java.phase()).name).toBe("running");
  });
});

describe("a router that starts again", () => {
  async function watched() {
    const java = await javaRouter();
    const crashes: string[] = [];
    java.router.onCrash((why) => crashes.push(textOfReason(why)));
    await java.router.start();
    await java.read();
    return Object.assign(java, { crashes });
  }

  it("without an order has crashed, each time", async () => {
    await using java = await watched();
    for (let crash = 1; crash <= 3; crash++) {
      java.clock.ms += 30_000;
      await java.read();
      await java.double.run();
      expect((await java.read()).starts).toBe(crash);
      expect(java.crashes).toEqual(Array(crash).fill(textOfReason(reason("exit.restarted"))));
    }
  });

  it("by an order has not, nor after an update, nor while the service was away", async () => {
    await using java = await watched();
    await java.router.lifecycle("Restart");
    await java.pass(60);
    expect((await java.read()).starts).toBe(1);
    java.clock.ms += 30_000;
    java.double.version = "9.9.9";
    await java.double.run();
    expect((await java.read()).starts).toBe(2);
    await java.router.close();
    java.clock.ms += 30_000;
    await java.double.run();
    const later = java.make();
    later.onCrash((why) => java.crashes.push(textOfReason(why)));
    await later.start();
    await later.close();
    expect(java.crashes).toEqual([]);
  });
});

describe("a clock that is set", () => {
  const HOUR = 3_600_000;

  it("back does not lengthen the wait for a router that restarts", async () => {
    await using java = await started();
    await java.router.lifecycle("Restart");
    await java.pass(2);
    await java.double.close();
    expect((await java.phase()).name).toBe("starting");
    java.clock.set = -HOUR;
    java.clock.ms += 301_000;
    await expect(java.read()).rejects.toMatchObject({ reason: "unreachable" });
  });

  it("ahead does not end it", async () => {
    await using java = await started();
    await java.router.lifecycle("Restart");
    java.clock.set = HOUR;
    expect((await java.phase()).name).toBe("stopping");
  });

  it.each([-HOUR, HOUR])("by %d ms moves the reported end of a graceful wait with it", async (set) => {
    await using java = await started();
    await java.router.lifecycle("RestartGraceful");
    const until = async () => {
      const phase = await java.phase();
      return phase.name === "draining" ? phase.until : undefined;
    };
    const before = (await until()) ?? Number.NaN;
    java.clock.set = set;
    expect(await until()).toBe(before + set);
  });

  it.each([-HOUR, HOUR])("by %d ms is not seen as a restart of the router", async (set) => {
    await using java = await started();
    java.clock.ms += 2 * HOUR;
    await java.read();
    await java.router.settings.writeNetwork(new Map([["router.net.ntcp.port", "4444"]]));
    java.clock.set = set;
    expect((await java.read()).starts).toBe(0);
    expect((await java.router.settings.network()).restartNeeded).toBe(true);
    // Nor does it hide one.
    await java.router.lifecycle("Restart");
    await java.pass(60);
    expect((await java.read()).starts).toBe(1);
    expect((await java.router.settings.network()).restartNeeded).toBe(false);
  });

  it.each([-HOUR, HOUR])("by %d ms counts from then on, also for the next service", async (set) => {
    await using java = await started();
    java.clock.ms += 2 * HOUR;
    await java.read();
    await java.router.lifecycle("RestartGraceful");
    java.clock.set = set;
    const { phase } = await java.read();
    const later = java.make();
    await later.start();
    expect(await later.read(new AbortController().signal)).toMatchObject({ starts: 0, phase });
    await later.close();
  });
});

describe("what the router tells beyond a reading", () => {
  const details = ({ router }: Awaited<ReturnType<typeof started>>) =>
    router.details(["router.id", "router.addressbook.router.list"], soon());

  it("is nothing where its server has none of it", async () => {
    await using java = await started();
    expect(await details(java)).toEqual({});
  });

  it("is passed on where its server has it", async () => {
    await using java = await started();
    java.double.more["i2p.router.id"] = "x";
    expect(await details(java)).toEqual({ "router.id": "x" });
  });
});
