import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { PASSWORD, startService } from "../support/service.js";

interface Entry {
  readonly id: number;
  readonly at: number;
  readonly address: string;
  readonly session: string | null;
  readonly action: string;
  readonly details: readonly { name: string; old: string | null; new: string | null }[];
  readonly outcome: string;
}

let running: Awaited<ReturnType<typeof startService>>;
let Token: string;

beforeEach(async () => {
  running = await startService();
  Token = await running.login();
});
afterEach(() => running.stop());

const entries = async (params: object = {}) =>
  (await running.call("pilothouse.audit", { Token, ...params })).result?.["entries"] as Entry[];
const newest = async () => (await entries({ limit: 1 }))[0];

describe("the audit", () => {
  it("knows the change of the first password and the logins around it", async () => {
    const fresh = await startService({}, { fresh: true });
    onTestFinished(() => fresh.stop());
    const here = { address: "127.0.0.1" };
    const { result: factory } = await fresh.call("Authenticate", { API: 1, Password: "itoopie" }, here);
    await fresh.call("ServiceControl", { Token: factory?.["Token"], "svccontrol.password": PASSWORD });
    const { result = {} } = await fresh.call("pilothouse.audit", { Token: await fresh.login() });
    const all = result["entries"] as Entry[];
    expect(all.map(({ action, outcome }) => [action, outcome])).toEqual([
      ["login", "ok"],
      ["password change", "ok"],
      ["login", "ok"],
    ]);
  });

  it("lists network settings with their old and new values, and by whom", async () => {
    await running.call("NetworkSetting", { Token, "svc.router.net.bw.in": "100" });
    await running.call("NetworkSetting", {
      Token,
      "i2p.router.net.bw.in": "200",
      "svc.router.net.bw.out": null,
    });
    expect(await newest()).toMatchObject({
      address: "192.0.2.7",
      session: expect.stringMatching(/^[\w-]{12}$/),
      action: "NetworkSetting",
      details: [{ name: "svc.router.net.bw.in", old: "100", new: "200" }],
      outcome: "ok",
    });
  });

  it("lists advanced settings, with secrets hidden, and what setAll has removed", async () => {
    await running.call("AdvancedSettings", { Token, set: { "x.password": "canary", "x.name": "n" } });
    expect((await newest())?.details).toEqual([
      { name: "x.name", old: null, new: "n" },
      { name: "x.password", old: null, new: "(hidden)" },
    ]);
    await running.call("AdvancedSettings", { Token, setAll: {} });
    expect((await newest())?.details).toContainEqual({ name: "x.name", old: "n", new: null });
  });

  it("lists actions, switched web applications and what was refused", async () => {
    await running.call("RouterManager", { Token, Reseed: true });
    expect(await newest()).toMatchObject({ action: "Reseed", outcome: "ok" });
    await running.call("pilothouse.webapps", { Token, name: "jsonrpc", running: true });
    expect(await newest()).toMatchObject({
      action: "web application",
      details: [{ name: "jsonrpc.running", old: "false", new: "true" }],
    });
    await running.call("pilothouse.webapps", { Token, name: "nothing", running: true });
    expect(await newest()).toMatchObject({ action: "web application", outcome: "invalidParams" });
  });

  it("does not list what was only read", async () => {
    const before = await newest();
    await running.call("RouterInfo", { Token, "svc.router.uptime": "" });
    await running.call("NetworkSetting", { Token, "svc.router.net.bw.in": null });
    await running.call("AdvancedSettings", { Token, getAll: "" });
    expect(await newest()).toEqual(before);
  });

  it("does not list what changed nothing, with any number of such calls", async () => {
    const same = [
      ["pilothouse.webapps", { name: "jsonrpc", running: true }],
      ["NetworkSetting", { "svc.router.net.bw.in": "300" }],
      ["AdvancedSettings", { set: { "x.same": "1" } }],
    ] as const;
    for (const [method, params] of same) await running.call(method, { Token, ...params });
    const before = await newest();
    for (const [method, params] of [...same, ...same])
      expect((await running.call(method, { Token, ...params })).error).toBeUndefined();
    expect(await newest()).toEqual(before);
  });

  it("lists a failed login, but never the password that was tried", async () => {
    await running.call("Authenticate", { API: 1, Password: "guessed-canary" });
    await running.login();
    // The entry of a failed login is written later.
    await expect
      .poll(() => entries({ limit: 2 }))
      .toMatchObject([
        { action: "login", outcome: "ok" },
        { action: "login", outcome: "wrongPassword", address: "192.0.2.7", session: null },
      ]);
  });

  it("lists what the owner of the machine changed in the settings", async () => {
    await running.reload({ "metrics.enabled": "true", "auth.token_lifetime": "2h" });
    expect(await newest()).toMatchObject({
      address: "local",
      session: null,
      action: "settings reloaded",
      details: [
        { name: "auth.token_lifetime", old: `"24h"`, new: `"2h"` },
        { name: "metrics.enabled", old: "false", new: "true" },
      ],
    });
  });

  it("gives pages that fit together", async () => {
    for (let n = 0; n < 7; n++)
      await running.call("NetworkSetting", { Token, "svc.router.net.bw.in": `${50 + n}` });
    const all = await entries({ limit: 500 });
    const first = await entries({ limit: 3 });
    const second = await entries({ limit: 3, before: first.at(-1)?.id });
    expect([...first, ...second]).toEqual(all.slice(0, 6));
    expect(second).toHaveLength(3);
  });

  it("wants a sensible page", async () => {
    for (const bad of [{ limit: 0 }, { limit: 501 }, { limit: "5" }, { before: -1 }, { page: 1 }])
      expect((await running.call("pilothouse.audit", { Token, ...bad })).error?.code).toBe(-32602);
  });

  it("outlives the service, and holds no secret on disk", async () => {
    await running.call("Authenticate", { API: 1, Password: "guessed-canary" });
    await expect.poll(newest).toMatchObject({ outcome: "wrongPassword" });
    const before = await entries({ limit: 500 });
    await running.stop();
    const store = readFileSync(`${running.dataDir}/pilothouse.db`, "latin1");
    expect(store).not.toContain("guessed-canary");
    running = await startService({}, { dataDir: running.dataDir });
    expect(await entries({ limit: 500 })).toEqual(before);
  });
});

describe("sessions", () => {
  it("are listed without anything that reveals a token", async () => {
    const { result } = await running.call("pilothouse.sessions", { Token });
    const sessions = result?.["sessions"] as { id: string; address: string; current: boolean }[];
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    for (const { id, address } of sessions) {
      expect(id).toMatch(/^[\w-]{12}$/);
      expect(address).toBe("192.0.2.7");
      expect(Token).not.toContain(id);
      expect((await running.call("Echo", { Token: id, Echo: "" })).error?.code).toBe(-32003);
    }
  });

  it("can be ended by their id, and only by a good one", async () => {
    const other = await running.login();
    const list = async () =>
      (await running.call("pilothouse.sessions", { Token })).result?.["sessions"] as {
        id: string;
        issued: number;
      }[];
    const { id } = (await list()).at(-1) ?? { id: "" };
    expect((await running.call("pilothouse.sessions", { Token, revoke: "nothing" })).error?.code).toBe(
      -32602,
    );
    await running.call("pilothouse.sessions", { Token, revoke: id });
    expect((await running.call("Echo", { Token: other, Echo: "" })).error?.code).toBe(-32003);
    expect((await list()).map((session) => session.id)).not.toContain(id);
    expect(await newest()).toMatchObject({
      action: "session revoked",
      details: [{ name: "session", old: id, new: null }],
    });
  });
});

describe("status and history", () => {
  it("says how the router is and what it waits for", async () => {
    const before = Date.now();
    const { result } = await running.call("pilothouse.status", { Token });
    expect(result).toEqual({
      simulated: true,
      router: "simulator",
      phase: expect.stringMatching(/^(starting|running)$/),
      sampled: expect.any(Number),
      next: null,
      until: null,
      retryAt: null,
      crash: null,
      starts: expect.any(Number),
      note: null,
      restartNeeded: expect.any(Boolean),
      version: "0.0.0-test",
      time: expect.any(Number),
      updates: "none",
      updateTexts: [],
      updateUnknown: null,
      factory: false,
      account: null,
      cancellable: null,
      scope: "all",
    });
    expect(Number(result?.["time"])).toBeGreaterThanOrEqual(before);
    await running.call("NetworkSetting", { Token, "svc.router.net.ntcp.port": "12345" });
    expect((await running.call("pilothouse.status", { Token })).result?.["restartNeeded"]).toBe(true);
  });

  it("says how old what is known of the router is, and what is wrong with it", async () => {
    const { result } = await running.call("pilothouse.health", { Token });
    expect(result).toMatchObject({ sampled: expect.any(Number), age: expect.any(Number) });
    expect(Number(result?.["age"])).toBeLessThan(60_000);
    await running.call("NetworkSetting", { Token, "svc.router.net.bw.share": "0" });
    await running.call("RouterManager", { Token, Shutdown: true });
    const keys = async () =>
      JSON.stringify((await running.call("pilothouse.health", { Token })).result?.["findings"]);
    await expect.poll(keys).toContain("router.stopped");
    await running.call("RouterManager", { Token, Restart: true });
    await expect.poll(keys).not.toContain("router.stopped");
  });

  it("keeps a traffic budget that is set while it runs, and gives your limits back", async () => {
    const fresh = await startService();
    onTestFinished(() => fresh.stop());
    const token = await fresh.login();
    const answered = async () =>
      (await fresh.call("pilothouse.traffic", { Token: token })).result as { readonly budget: object | null };
    expect((await answered()).budget).toBeNull();
    await expect
      .poll(async () => (await fresh.call("pilothouse.status", { Token: token })).result?.["phase"])
      .toBe("running");
    await fresh.reload({ "budget.schedule": "daily 0-24 out=100 share=20" });
    await expect
      .poll(async () => (await answered()).budget)
      .toMatchObject({
        limit: null,
        schedule: "daily 0-24 out=100 share=20",
        lowered: true,
        own: { share: 80, in: 1_024, out: 512 },
        now: { share: 20, in: 1_024, out: 100 },
        unable: null,
      });
    await fresh.reload({});
    await expect
      .poll(
        async () =>
          (await fresh.call("NetworkSetting", { Token: token, "svc.router.net.bw.out": null })).result,
      )
      .toMatchObject({ "svc.router.net.bw.out": "512" });
  });

  it("returns the history from before a restart of the service", async () => {
    interface History {
      readonly step: number;
      readonly series: readonly { readonly stat: string; readonly values: readonly (number | null)[] }[];
    }
    const ask = async (to: number) =>
      (await running.call("pilothouse.history", { Token, from: to - 60_000, to }))
        .result as unknown as History;
    // Its first sample is there soon, and its last minute holds what was before its start.
    await expect.poll(async () => (await ask(Date.now())).series.at(-1)?.values).toContain(1);
    const to = Date.now();
    const before = await ask(to);
    expect(before.step).toBe(1_000);
    expect(before.series.map(({ stat }) => stat)).toEqual([
      "bw.sendRate",
      "bw.recvRate",
      "bw.combined",
      "tunnel.participatingTunnels",
      "router.activePeers",
      "router.fastPeers",
      "router.highCapacityPeers",
      "netDb.knownPeers",
      "router.up",
    ]);
    const ups = before.series.at(-1)?.values ?? [];
    expect(ups).toContain(1);
    expect(ups).toContain(null);
    await running.stop();
    running = await startService({}, { dataDir: running.dataDir });
    const measured = ups.filter((value) => value !== null).length;
    const after = (await ask(to)).series.at(-1)?.values.filter((value) => value !== null).length;
    expect(after).toBeGreaterThanOrEqual(measured);
  });

  it("refuses a stretch that ends before it begins, and a number of points out of bounds", async () => {
    for (const bad of [
      { from: 5, to: 5 },
      { from: 6, to: 5 },
      { from: 1 },
      { from: 1, to: 9, points: 9 },
      { from: 1, to: 9, points: 2001 },
    ])
      expect((await running.call("pilothouse.history", { Token, ...bad })).error?.code).toBe(-32602);
  });
});
