import { Simulator } from "@pilothouse/drivers/simulator";
import { reason, type WritableKey } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApplyRequest } from "./applied.js";
import { ACTOR, ALWAYS, Stage, SUM } from "./testing/stage.js";

const asked = (more: Partial<ApplyRequest> = {}): ApplyRequest => ({
  checksum: SUM,
  network: new Map<WritableKey, string>([["router.net.bw.in", "77"]]),
  advanced: new Map([["some.name", "x"]]),
  ...more,
});
const needsRestart = asked({
  network: new Map<WritableKey, string>([["router.net.ntcp.port", "12345"]]),
  restart: "now",
  deadline: 60_000,
});

let stage: Stage<Simulator>;
beforeEach(async () => {
  stage = new Stage((options) => new Simulator(options));
  await stage.router.start();
  stage.ms += 60_000;
});
afterEach(async () => {
  stage.applier.close();
  await stage.store.close();
});

describe("settings of a template", () => {
  it("have a checksum by which no secret can be guessed", async () => {
    const sumWith = async (name: string, value: string) => {
      await stage.router.settings.writeAll({ set: new Map([[name, value]]) });
      return (await stage.applier.status()).settings;
    };
    const sum = await sumWith("http.pass", "trout");
    expect(await sumWith("http.pass", "salmon")).toBe(sum);
    expect(await sumWith("some.proxy", "http://ann:trout@proxy.example")).toBe(sum);
    expect(await sumWith("some.name", "1")).not.toBe(sum);
  });

  it("are applied at once where no restart is needed, and remembered", async () => {
    expect(await stage.applier.status()).toMatchObject({ state: "none", applied: null, differences: [] });
    const { settle } = await stage.applier.apply(asked(), ACTOR, ALWAYS);
    expect(settle).toBeUndefined();
    expect(await stage.network("router.net.bw.in")).toBe("77");
    expect((await stage.router.settings.all()).get("some.name")).toBe("x");
    expect(await stage.open().status()).toMatchObject({ state: "applied", applied: SUM, differences: [] });
  });

  it("are as wanted where the traffic budget has lowered a limit, which stays lowered", async () => {
    const lower = (value: string) =>
      stage.router.settings.writeNetwork(new Map([["router.net.bw.in", value]]));
    await stage.applier.apply(asked(), ACTOR, ALWAYS);
    await lower("10");
    stage.own.set("router.net.bw.in", "77");
    expect(await stage.applier.status()).toMatchObject({ state: "applied", differences: [] });
    await stage.applier.apply(asked({ advanced: new Map([["some.name", "y"]]) }), ACTOR, ALWAYS);
    expect(await stage.applier.status()).toMatchObject({ state: "applied", differences: [] });
    expect(await stage.network("router.net.bw.in")).toBe("10");
    const asLowered = asked({ network: new Map<WritableKey, string>([["router.net.bw.in", "10"]]) });
    await stage.applier.apply(asLowered, ACTOR, ALWAYS);
    expect(await stage.applier.status()).toMatchObject({ state: "applied", differences: [] });
    await stage.applier.apply(asked({ advanced: new Map([["some.name", "y"]]) }), ACTOR, ALWAYS);
    expect((await stage.router.settings.all()).get("some.name")).toBe("y");
  });

  it("are written all or not at all", async () => {
    const before = await stage.router.settings.all();
    const bad = asked({ advanced: new Map([["i2np.ntcp.port", "not a port"]]) });
    await expect(stage.applier.apply(bad, ACTOR, ALWAYS)).rejects.toThrow();
    expect(await stage.router.settings.all()).toEqual(before);
    expect(await stage.applier.status()).toMatchObject({ state: "reverted", applied: null });
  });

  it("are refused when the router does not keep all of them as they are wanted", async () => {
    const before = await stage.router.settings.all();
    await stage.router.settings.writeNetwork(new Map<WritableKey, string>([["router.net.bw.in", "76"]]));
    const after = await stage.router.settings.all();
    const [name = ""] = [...after.keys()].filter((one) => after.get(one) !== before.get(one));
    // Two names for one setting.
    const both = asked({ advanced: new Map([[name, "78"]]) });
    await expect(stage.applier.apply(both, ACTOR, ALWAYS)).rejects.toThrow(
      'router.net.bw.in cannot be "77" together with the other settings: the router has it as "78" then',
    );
    expect(await stage.router.settings.all()).toEqual(after);
  });

  it("show what was changed since, and hide what looks secret", async () => {
    const secret = new Map([
      ["some.name", "x"],
      ["web.password", "hidden"],
    ]);
    await stage.applier.apply(asked({ advanced: secret }), ACTOR, ALWAYS);
    const sum = (await stage.applier.status()).settings;
    await stage.router.settings.writeAll({
      set: new Map([
        ["some.name", "y"],
        ["web.password", "other"],
      ]),
    });
    const status = await stage.applier.status();
    expect(status.settings).not.toBe(sum);
    expect(status.differences).toEqual([
      { name: "some.name", wanted: "x", found: "y" },
      { name: "web.password", wanted: null, found: null },
    ]);
  });

  it("are kept when the router comes back healthy", async () => {
    const { settle } = await stage.applier.apply(needsRestart, ACTOR, ALWAYS);
    expect(await stage.applier.status()).toMatchObject({ state: "pending", applied: null });
    await expect(stage.applier.apply(asked(), ACTOR, ALWAYS)).rejects.toThrow(
      "other settings are being applied",
    );
    settle?.(true);
    await expect.poll(async () => (await stage.router.read(ALWAYS)).phase.name).not.toBe("running");
    await stage.pass(40);
    expect(await stage.applier.status()).toMatchObject({ state: "applied", applied: SUM });
    expect(await stage.network("router.net.ntcp.port")).toBe("12345");
  });

  it("are kept after a restart that waits for tunnels of others no longer than is permitted", async () => {
    const waits = { ...needsRestart, restart: "graceful", drain: 30_000 } as const;
    const { settle } = await stage.applier.apply(waits, ACTOR, ALWAYS);
    settle?.(true);
    await expect.poll(async () => (await stage.router.read(ALWAYS)).phase.name).toBe("draining");
    await stage.pass(30);
    expect((await stage.router.read(ALWAYS)).phase.name).toBe("draining");
    await stage.pass(40);
    expect(await stage.applier.status()).toMatchObject({ state: "applied", applied: SUM });
  });

  it("are taken back when it does not, but not what others changed meanwhile", async () => {
    const before = await stage.network("router.net.ntcp.port");
    const { settle } = await stage.applier.apply(needsRestart, ACTOR, ALWAYS);
    await stage.router.settings.writeAll({ set: new Map([["another.name", "1"]]) });
    settle?.(true);
    stage.seen = { phase: { name: "crashed" }, note: reason("start.ended", { cause: "exit code 1" }) };
    await stage.pass(70);
    expect(await stage.applier.status()).toMatchObject({
      state: "reverted",
      applied: null,
      reason: "the router did not come back healthy: The router ended by itself: exit code 1",
      coded: { code: "apply.unhealthy", values: { "why.code": "start.ended", "why.cause": "exit code 1" } },
    });
    expect(await stage.network("router.net.ntcp.port")).toBe(before);
    const all = await stage.router.settings.all();
    expect([all.get("another.name"), all.has("some.name")]).toEqual(["1", false]);
  });

  it("are taken back at once, without a restart, when the caller may no longer restart the router", async () => {
    const { starts } = await stage.router.read(ALWAYS);
    const before = await stage.router.settings.all();
    const { settle } = await stage.applier.apply(needsRestart, ACTOR, ALWAYS);
    settle?.(false);
    await expect.poll(async () => (await stage.applier.status()).state).toBe("reverted");
    await stage.pass(70);
    expect(await stage.router.settings.all()).toEqual(before);
    expect(await stage.router.read(ALWAYS)).toMatchObject({ starts, phase: { name: "running" } });
  });

  it("are taken back without a restart when somebody has cancelled it", async () => {
    const { starts } = await stage.router.read(ALWAYS);
    const waits = { ...needsRestart, restart: "graceful", drain: 30_000 } as const;
    const { settle } = await stage.applier.apply(waits, ACTOR, ALWAYS);
    settle?.(true);
    await expect.poll(async () => (await stage.router.read(ALWAYS)).phase.name).toBe("draining");
    await stage.router.cancel();
    await stage.pass(100);
    expect(await stage.applier.status()).toMatchObject({ state: "reverted" });
    expect(await stage.router.read(ALWAYS)).toMatchObject({ starts, phase: { name: "running" } });
  });

  it.each([
    ["Shutdown", "stopped"],
    ["ShutdownGraceful", "draining"],
  ] as const)("are taken back and the router stays stopped after %s by somebody", async (action, phase) => {
    const before = await stage.router.settings.all();
    const waits = { ...needsRestart, restart: "graceful", drain: 30_000 } as const;
    const { settle } = await stage.applier.apply(waits, ACTOR, ALWAYS);
    settle?.(true);
    await expect.poll(async () => (await stage.router.read(ALWAYS)).phase.name).toBe("draining");
    const { starts } = await stage.router.read(ALWAYS);
    await stage.router.lifecycle(action);
    await stage.pass(100);
    expect(await stage.applier.status()).toMatchObject({ state: "reverted" });
    expect(await stage.router.settings.all()).toEqual(before);
    const { phase: seen, starts: now } = await stage.router.read(ALWAYS);
    expect([seen.name, now]).toEqual([phase, starts]);
    if (seen.name === "draining") expect(seen.next).toBe("stop");
  });

  it("are taken back when the grant ends while the router waits, but not once it was restarted", async () => {
    const grant = { name: "token ci" } as never;
    const waits = { ...needsRestart, restart: "graceful", drain: 30_000, grant } as const;
    const first = await stage.applier.apply(waits, ACTOR, ALWAYS);
    first.settle?.(true);
    await expect.poll(async () => (await stage.router.read(ALWAYS)).phase.name).toBe("draining");
    expect(stage.ordered).toEqual(["RestartGraceful"]);
    stage.ended = reason("grant.noToken", { name: "token ci" });
    await stage.pass(1);
    expect(await stage.applier.status()).toMatchObject({
      state: "reverted",
      reason: "the token ci was revoked or has expired",
      coded: stage.ended,
    });
    await stage.router.cancel();

    stage.ended = undefined;
    const second = await stage.applier.apply({ ...needsRestart, grant }, ACTOR, ALWAYS);
    second.settle?.(true);
    await expect.poll(async () => (await stage.router.read(ALWAYS)).phase.name).not.toBe("running");
    stage.ended = reason("grant.noToken", { name: "token ci" });
    await stage.pass(40);
    expect(await stage.applier.status()).toMatchObject({ state: "applied" });
  });

  it("are judged after a restart of the service too", async () => {
    const { settle } = await stage.applier.apply(needsRestart, ACTOR, ALWAYS);
    settle?.(true);
    await expect.poll(async () => (await stage.router.read(ALWAYS)).phase.name).not.toBe("running");
    stage.applier.close();
    stage.applier = stage.open();
    await stage.pass(40);
    expect(await stage.applier.status()).toMatchObject({ state: "applied", applied: SUM });
  });

  it("are taken back whole after a crash between two writes", async () => {
    const before = await stage.router.settings.all();
    const { settings } = stage.router;
    const crashing = Object.create(stage.router, {
      settings: {
        value: {
          network: () => settings.network(),
          all: () => settings.all(),
          writeNetwork: settings.writeNetwork.bind(settings),
          writeAll: () => new Promise(() => {}),
        },
      },
    }) as Simulator;
    void stage.open(crashing).apply(asked(), ACTOR, ALWAYS);
    await expect.poll(() => stage.network("router.net.bw.in")).toBe("77");
    stage.applier = stage.open();
    await stage.pass(1);
    expect(await stage.router.settings.all()).toEqual(before);
    expect(await stage.applier.status()).toMatchObject({ state: "reverted", applied: null });
  });
});
