import type { RouterTunnels } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import type { WritableKey } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACTOR, ALWAYS, PORT, Stage, SUM } from "./testing/stage.js";

const WEB = new Map([
  ["web.Type", "httpserver"],
  ["web.TargetPort", "8080"],
]);
const PORT_SETTING: WritableKey = "router.net.ntcp.port";

let stage: Stage<Simulator>;
beforeEach(async () => {
  stage = new Stage((options) => new Simulator(options));
  await stage.router.start();
  stage.ms += 60_000;
  const config = new Map([
    ["Type", "client"],
    ["Port", "6668"],
    ["TargetDestination", "irc.echelon.i2p"],
  ] as const);
  await stage.router.tunnels.change([{ action: "create", name: "irc", config }]);
  stage.ms += 60_000;
});
afterEach(async () => {
  stage.applier.close();
  await stage.store.close();
});

const apply = async (tunnels: ReadonlyMap<string, string>, more: object = {}) => {
  const request = {
    checksum: SUM,
    network: new Map(),
    advanced: new Map(),
    tunnels,
    deadline: 60_000,
    ...more,
  };
  const { settle, after } = await stage.applier.apply(request, ACTOR, ALWAYS);
  settle?.(true);
  return after;
};
const listed = () => stage.router.tunnels.list(ALWAYS);
const names = async () => (await listed()).map(({ name }) => name);
const web = async () => (await listed()).find(({ name }) => name === "web");
const starts = async () => (await stage.router.read(ALWAYS)).starts ?? 0;

describe("tunnels of a template", () => {
  it("are made with one restart, which is that of the settings too, and kept when the router is healthy", async () => {
    const before = await starts();
    const network = new Map([[PORT_SETTING, "12345"]]);
    const after = await apply(new Map([...WEB, ["irc.Port", "6669"]]), { network });
    expect(after.get("tunnels.web.TargetPort")).toBe("8080");
    expect(await stage.applier.status()).toMatchObject({ state: "pending", applied: null });
    await stage.pass(40);
    expect(await stage.applier.status()).toMatchObject({ state: "applied", applied: SUM, differences: [] });
    expect([await starts(), await names()]).toEqual([before + 1, ["irc", "web"]]);
    expect(await stage.network(PORT_SETTING)).toBe("12345");
    expect((await listed())[0]?.config.get("Port")).toBe("6669");
  });

  it("change nothing where they are as they are wanted, and keep their key where they are edited", async () => {
    await apply(WEB);
    await stage.pass(40);
    const [before, address] = [await starts(), (await web())?.address];
    await apply(WEB);
    expect(await stage.applier.status()).toMatchObject({ state: "applied" });
    expect(await starts()).toBe(before);
    await apply(new Map([...WEB, ["web.TargetPort", "8081"]]));
    expect([(await web())?.address, (await web())?.config.get("TargetPort")]).toEqual([address, "8081"]);
  });

  it("have drifted when an option is another one, or the tunnel is gone", async () => {
    await apply(WEB);
    await stage.pass(40);
    const { tunnels } = stage.router;
    await tunnels.change([{ action: "edit", name: "web", set: new Map([["TargetPort", "8081"]]) }]);
    const found = async () => (await stage.applier.status()).differences;
    expect(await found()).toEqual([{ name: "tunnels.web.TargetPort", wanted: "8080", found: "8081" }]);
    await tunnels.change([{ action: "delete", name: "web" }]);
    expect(await found()).toEqual([
      { name: "tunnels.web.Type", wanted: "httpserver", found: null },
      { name: "tunnels.web.TargetPort", wanted: "8080", found: null },
    ]);
  });

  it.each([
    ["an option is missing", new Map([["web.Type", "httpserver"]]), {}, "needs TargetPort"],
    [
      "it leads to the service",
      new Map([...WEB, ["web.TargetPort", `${PORT}`]]),
      {},
      "a port of this service",
    ],
    ["others could reach its port", new Map([["irc.ReachableBy", "0.0.0.0"]]), {}, "others can reach it"],
    ["no restart is permitted", WEB, { restart: "never" }, "restart is never"],
  ])("are refused before anything is changed where %s", async (_why, tunnels, more, message) => {
    const before = [await starts(), await listed(), await stage.router.settings.all()];
    const advanced = new Map([["some.name", "x"]]);
    await expect(apply(tunnels, { advanced, ...more })).rejects.toThrow(message);
    expect([await starts(), await listed(), await stage.router.settings.all()]).toEqual(before);
    expect(await stage.applier.status()).toMatchObject({ state: "none", applied: null });
  });

  it("are refused with the reason where the router has none", async () => {
    const { settings } = stage.router;
    stage.applier = stage.open({ settings } as never);
    await expect(apply(WEB)).rejects.toThrow("This router has no way to tunnels");
    await apply(new Map());
    expect(await stage.applier.status()).toMatchObject({ state: "applied" });
  });

  it("take the settings back with them where the router does not take them", async () => {
    const before = [await listed(), await stage.router.settings.all()];
    stage.router.faults.tunnelFault = "the router did not come up";
    const network = new Map([[PORT_SETTING, "12345"]]);
    await expect(apply(WEB, { network })).rejects.toThrow("the router did not come up");
    stage.router.faults.tunnelFault = undefined;
    await stage.pass(60);
    expect([await listed(), await stage.router.settings.all()]).toEqual(before);
    expect(await stage.applier.status()).toMatchObject({ state: "reverted" });
    expect((await stage.router.settings.network()).restartNeeded).toBe(false);
  });

  it("are taken back, but not what others changed, where the router does not come back healthy", async () => {
    await apply(new Map([...WEB, ["irc.Port", "6669"]]));
    const set = new Map([["Port", "6670"]] as const);
    await stage.router.tunnels.change([{ action: "edit", name: "irc", set }]);
    stage.seen = { phase: { name: "crashed" }, note: "it ended with 1" };
    await stage.pass(70);
    expect(await stage.applier.status()).toMatchObject({
      state: "reverted",
      reason: "the router did not come back healthy: it ended with 1",
    });
    expect((await listed()).map(({ name, config }) => [name, config.get("Port")])).toEqual([["irc", "6670"]]);
  });

  it("are named in the reason where they cannot be taken back", async () => {
    await apply(WEB);
    stage.router.faults.tunnelFault = "the router did not come up";
    stage.seen = { phase: { name: "crashed" }, note: "it ended with 1" };
    await stage.pass(70);
    expect((await stage.applier.status()).reason).toBe(
      "the router did not come back healthy: it ended with 1; its tunnels could not be put back: the router did not come up",
    );
    expect(await names()).toEqual(["irc", "web"]);
  });

  it("are taken back after a crash of the service while they were changed", async () => {
    const before = await listed();
    const crashing = Object.create(stage.router.tunnels, {
      change: {
        value: async (...given: Parameters<RouterTunnels["change"]>) => {
          await Reflect.apply(stage.router.tunnels.change, stage.router.tunnels, given);
          return new Promise(() => {});
        },
      },
    });
    const { settings } = stage.router;
    stage.applier = stage.open({ settings, tunnels: crashing } as never);
    void apply(WEB);
    await expect.poll(names).toEqual(["irc", "web"]);
    stage.applier = stage.open();
    await stage.pass(1);
    expect((await listed()).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    expect(await stage.applier.status()).toMatchObject({ state: "reverted" });
  });
});
