import { setImmediate } from "node:timers/promises";
import { Simulator } from "@pilothouse/drivers/simulator";
import type { WritableKey } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inMemory, recorded } from "../../rpc/testing/recorded.js";
import { Stage } from "../../rpc/testing/stage.js";
import { GracefulOrder } from "../acting/graceful-order.js";
import { EventLog } from "../record/event-log.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";
import { RouterQueue } from "../sampling/router-queue.js";
import { ManagedTunnels } from "../tunnels/managed-tunnels.js";
import { Applier } from "./applier.js";
import { applyingHandlers } from "./handlers.js";
import { TemplateTunnels } from "./template-tunnels.js";

const SUM = "0123456789abcdef0123456789abcdef";
const IN: WritableKey = "router.net.bw.in";

let stage: Stage;
let router: Simulator;
let settings: RecordedSettings;
/** How often the router was looked at. */
let looks: number;
let handlers: ReturnType<typeof applyingHandlers>;
let applier: Applier;
let order: GracefulOrder;
beforeEach(async () => {
  stage = await Stage.open();
  const { store, clock, log, audit, auth } = stage;
  const { grants } = auth;
  router = new Simulator({ seed: 1, clock, storage: inMemory() });
  await router.start();
  const { routerQueue, ...opened } = recorded(stage, router.settings);
  settings = opened.settings;
  const events = new EventLog(store, clock, log);
  const tunnels = new TemplateTunnels(
    new ManagedTunnels(router, { recorded: settings, events, ports: () => new Set() }),
  );
  looks = 0;
  const snapshot = async () => {
    looks++;
    return { at: clock.now(), ...(await router.read(new AbortController().signal)) };
  };
  order = new GracefulOrder({ store, grants, router, audit, clock, log });
  const withOwnLimits = <T>(values: T) => values;
  const parts = { store, router, settings, tunnels, snapshot, clock, log, grants, order };
  applier = new Applier({ ...parts, withOwnLimits });
  handlers = applyingHandlers({ applier, router, routerQueue, grants, log });
});
afterEach(async () => {
  applier.close();
  await order.stop();
  await stage.close();
});

const apply = (params: object) => stage.call("pilothouse.apply", params, handlers);

describe("settings of a template", () => {
  it("are none before the first were applied, and asking leaves no record", async () => {
    expect((await apply({})).result).toMatchObject({ state: "none", applied: null, differences: [] });
    expect(await stage.recorded()).toEqual([]);
  });

  it("are not applied without their checksum", async () => {
    const before = await router.settings.all();
    for (const params of [
      { network: { [IN]: "77" } },
      { advanced: { "some.name": "x" } },
      { tunnels: { "web.Type": "server" } },
      { restart: "never" },
      { drain: 5 },
      { drain: 0 },
      { drain: 0, deadline: 5_000 },
      { deadline: 5_000 },
    ])
      expect((await apply(params)).error, JSON.stringify(params)).toEqual({
        code: -32602,
        message: "Invalid parameters: checksum is missing: without it nothing is applied",
      });
    expect([await router.settings.all(), await stage.recorded()]).toEqual([before, []]);
  });

  it("are written by either name on record, and the answer says so", async () => {
    const params = { checksum: SUM, network: { [IN]: "77" }, advanced: { "some.name": "x" } };
    const { result, afterwards } = await apply({ ...params, restart: "never" });
    expect(result).toMatchObject({ state: "applied", applied: SUM, differences: [] });
    expect(afterwards).toBeUndefined();
    const [entry, ...others] = (await stage.recorded()) as { details: unknown[] }[];
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: "apply", outcome: "ok" });
    // Each once: a network setting by the name under which it was set, and not by that of the router's file too.
    expect(entry?.details).toEqual([
      { name: `svc.${IN}`, old: expect.any(String), new: "77" },
      { name: "some.name", old: null, new: "x" },
    ]);
    expect((await router.settings.network()).values.get(IN)).toBe("77");
  });

  it("may be advanced ones only, or none at all", async () => {
    const { result } = await apply({ checksum: SUM, advanced: { "some.name": "x" } });
    expect(result).toMatchObject({ state: "applied", applied: SUM });
    expect((await router.settings.all()).get("some.name")).toBe("x");
    const other = SUM.replace("0", "f");
    expect((await apply({ checksum: other })).result).toMatchObject({ applied: other });
  });

  it("are refused with the one that is wrong, and none is written", async () => {
    const before = await router.settings.all();
    const refused = async (network: object) =>
      (await apply({ checksum: SUM, network: { "router.net.bw.out": "33", ...network } })).error;
    for (const [network, reason] of [
      [{ "router.net.none": "1" }, 'has "router.net.none", and there is no such setting'],
      [{ "router.net.ssu.detectedip": "192.0.2.1" }, "has router.net.ssu.detectedip, which can only be read"],
      [{ [IN]: "much" }, expect.stringMatching(/^has router\.net\.bw\.in, which wants /)],
    ])
      expect(await refused(network)).toMatchObject({ code: -32602, data: { key: "network", reason } });
    expect([await router.settings.all(), await stage.recorded()]).toEqual([before, []]);
  });

  it("replace no secret that another change has just set", async () => {
    const wanted = {
      name: "ci",
      scope: "settings",
      lifetimeMs: 60_000,
      address: "x",
      factory: false,
    } as const;
    const { token } = await stage.auth.tokens.issueForProgram(wanted, new AbortController().signal);
    const secret = "http://ann:trout@proxy.example";
    let applied: ReturnType<typeof apply> | undefined;
    await settings.inOneTurn(async ({ writeAll }) => {
      applied = apply({ checksum: SUM, advanced: { "some.proxy": "x" }, Token: token });
      // It gets as far as it can.
      await expect.poll(() => looks).toBe(1);
      await setImmediate();
      await writeAll({ set: new Map([["some.proxy", secret]]) }, { address: "x" });
    });
    expect((await applied)?.error?.message).toContain("some.proxy, which holds a secret");
    expect((await router.settings.all()).get("some.proxy")).toBe(secret);
  });

  it("may have tunnels, which are on record and refused by the option that is wrong", async () => {
    const tunnels = { "web.Type": "httpserver", "web.TargetPort": "8080" };
    const refused = async (more: object) =>
      (await apply({ checksum: SUM, tunnels: { ...tunnels, ...more } })).error?.data;
    expect(await refused({ "web.Keys": "x" })).toMatchObject({
      key: "tunnels",
      reason: 'has "web.Keys", which is no option of a tunnel',
    });
    expect(await refused({ "web.TargetPort": "99999" })).toMatchObject({
      key: "tunnels",
      reason: expect.stringMatching(/^has web\.TargetPort, which wants /),
    });
    expect(await refused({ "web.Port": "1234" })).toMatchObject({ key: "Port" });
    expect((await apply({ checksum: SUM, tunnels })).result).toMatchObject({ state: "pending" });
    const [entry] = (await stage.recorded()) as { details: unknown[] }[];
    expect(entry?.details).toContainEqual({ name: "tunnels.web.TargetPort", old: null, new: "8080" });
  });

  it("that the router refuses are on record as refused, in the router's words", async () => {
    const { error } = await apply({ checksum: SUM, advanced: { "i2np.ntcp.port": "no port" } });
    expect(error).toMatchObject({ code: -32602, data: { key: "i2np.ntcp.port" } });
    expect(await stage.recorded()).toEqual([{ action: "apply", outcome: "invalidParams", details: [] }]);
  });
});

describe("the restart that applied settings need", () => {
  const permitted: boolean[] = [];
  const needing = () => {
    permitted.length = 0;
    const applier = {
      apply: async () => ({
        before: new Map(),
        after: new Map([["a", "1"]]),
        settle: (may: boolean) => permitted.push(may),
      }),
      status: async () => ({
        state: "pending",
        at: 1,
        reason: null,
        applied: null,
        settings: SUM,
        differences: [],
      }),
    };
    const { log, auth } = stage;
    return applyingHandlers({
      applier: applier as never,
      router,
      routerQueue: new RouterQueue(),
      grants: auth.grants,
      log,
    });
  };

  it("is cancelled when its token is revoked while the router waits, and the settings are as before", async () => {
    const before = await router.settings.all();
    const { token, session } = await stage.auth.tokens.issueForProgram(
      { name: "ci", scope: "settings", lifetimeMs: 60_000, address: "x", factory: false },
      new AbortController().signal,
    );
    const phase = async () => (await router.read(new AbortController().signal)).phase.name;
    const { afterwards } = await apply({
      checksum: SUM,
      network: { "router.net.ntcp.port": "12345" },
      Token: token,
    });
    afterwards?.();
    await expect.poll(phase).toBe("draining");
    await stage.auth.tokens.revoke(session);
    await order.check();
    await applier.look();
    expect([await phase(), await router.settings.all()]).toEqual(["running", before]);
    expect((await apply({})).result).toMatchObject({
      state: "reverted",
      reason: "the token ci was revoked or has expired",
    });
    expect((await stage.recorded())[0]).toMatchObject({
      action: "RestartGraceful not done: the token ci was revoked or has expired",
      outcome: "refused",
    });
  });

  it("waits until the answer has left", async () => {
    const { afterwards } = await stage.call("pilothouse.apply", { checksum: SUM }, needing());
    expect(permitted).toEqual([]);
    afterwards?.();
    expect(permitted).toEqual([true]);
    expect(stage.logged("warn")).toEqual([]);
  });

  it("is not done, and the log says so, when the session was revoked before the answer left", async () => {
    const { afterwards } = await stage.call("pilothouse.apply", { checksum: SUM }, needing());
    await stage.auth.tokens.revoke(stage.auth.tokens.check(stage.token));
    afterwards?.();
    expect(permitted).toEqual([false]);
    expect(stage.logged("warn")).toMatchObject([
      { fields: "not restarted: the session that asked for this was revoked before its answer left" },
    ]);
  });
});
