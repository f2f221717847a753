import { Simulator } from "@pilothouse/drivers/simulator";
import type { Scope } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inMemory, recorded } from "../../rpc/testing/recorded.js";
import { handlersOf, Stage } from "../../rpc/testing/stage.js";
import { EventLog } from "../record/event-log.js";
import { changesHandlers } from "../router-settings/changes-handlers.js";
import { tunnels } from "./feature.js";

let stage: Stage;
let router: Simulator;
let parts: ReturnType<typeof recorded>;
let handlers: ReturnType<typeof handlersOf<"TunnelManager" | "pilothouse.tunnels" | "pilothouse.tunnelKey">>;
beforeEach(async () => {
  stage = await Stage.open();
  router = new Simulator({ seed: 1, clock: stage.clock, storage: inMemory() });
  await router.start();
  parts = recorded(stage, router.settings);
  const { store, clock, log, auth } = stage;
  handlers = handlersOf(tunnels, {
    ...{ router, recorded: parts.settings, routerQueue: parts.routerQueue, auth, log },
    ...{ events: new EventLog(store, clock, log), sampler: { expire: () => {} } },
    settings: () => ({ "https.port": 7650, "http.port": 7657 }),
  });
});
afterEach(() => stage.close());

const ask = (method: string, params: object = {}) =>
  stage.call(method, params, { ...handlers, ...changesHandlers(parts) });
const manage = (params: object) => ask("TunnelManager", params);
const tokenWith = async (scope: Scope) => {
  const wanted = { name: scope, scope, lifetimeMs: 1_000, address: "192.0.2.1", factory: false };
  return (await stage.auth.tokens.issueForProgram(wanted, new AbortController().signal)).token;
};
const WEB = { Action: "create", Name: "web", Type: "server", TargetHost: "127.0.0.1", TargetPort: 8080 };
const list = async () =>
  (await ask("pilothouse.tunnels")).result?.["tunnels"] as { [name: string]: unknown }[];
const optionsOf = async (name: string) => (await list()).find((one) => one["name"] === name)?.["options"];
const events = () =>
  stage.store.all("SELECT kind, data FROM event").map(({ kind, data }) => [kind, JSON.parse(String(data))]);

describe("TunnelManager", () => {
  it("creates a tunnel, which is in the audit, the timeline and the record of changes", async () => {
    const { result } = await manage(WEB);
    expect(result).toMatchObject({
      status: 'success - "web" created',
      results: { destinationB32: expect.stringMatching(/^[a-z2-7]{52}\.b32\.i2p$/) },
    });
    expect(await stage.recorded()).toMatchObject([{ action: "TunnelManager", outcome: "ok" }]);
    expect(events()).toEqual([["tunnels.changed", { by: expect.any(String), names: "web", change: 1 }]]);
    const { result: record } = await ask("pilothouse.changes", { part: "tunnels" });
    expect(record?.["changes"]).toMatchObject([{ id: 1, part: "tunnels" }]);
    expect(await optionsOf("web")).toEqual({
      ...{ Type: "server", TargetHost: "127.0.0.1", TargetPort: "8080", StartOnLoad: "true" },
    });
  });

  it("shows one without its private key", async () => {
    await manage(WEB);
    const { result } = await manage({ Action: "get", Name: "web" });
    expect(result).toMatchObject({
      status: expect.stringMatching(/^success - (starting|running)$/),
      info: { client: false, offlineKeys: false, rawConfig: { TargetPort: "8080" } },
    });
    const key = Buffer.from((await router.tunnels.key("web")) ?? []);
    expect(JSON.stringify(result)).not.toContain(key.subarray(400, 430).toString("base64").slice(0, 30));
    expect((await stage.recorded()).length).toBe(1);
  });

  it("changes nothing by 0, false and empty texts, and everything by texts", async () => {
    await manage({ ...WEB, TunnelLength: 2, TunnelQuantity: 4, UseSSL: true, Description: "mine" });
    const before = await optionsOf("web");
    const unset = {
      StartOnLoad: false,
      UseSSL: false,
      Port: 0,
      TargetPort: 0,
      TunnelLength: 0,
      TunnelVariance: 0,
    };
    const more = { TunnelQuantity: 0, Reduce: false, ReduceCount: 0, Type: "", Description: "", Profile: "" };
    const { result } = await manage({ Action: "edit", Name: "web", ...unset, ...more });
    expect(result).toEqual({ status: 'success - "web" changed' });
    expect(await optionsOf("web")).toEqual(before);
    await manage({ Action: "edit", Name: "web", TunnelLength: "0", UseSSL: "false", TargetPort: 8081 });
    expect(await optionsOf("web")).toEqual({
      ...(before as object),
      ...{ TunnelLength: "0", UseSSL: "false", TargetPort: "8081" },
    });
  });

  it("starts, stops and restarts one or all", async () => {
    await manage(WEB);
    await manage({ ...WEB, Name: "site", TargetPort: 8081 });
    const states = async () => (await list()).map(({ state }) => state);
    expect((await manage({ Action: "stop", Name: "", All: true })).result).toEqual({
      status: "success - all tunnels stopped",
    });
    expect(await states()).toEqual(["stopped", "stopped"]);
    await manage({ Action: "start", Name: "web", All: false });
    expect(await states()).toEqual(["stopped", "starting"]);
    expect((await manage({ Action: "restart", Name: "web" })).result).toEqual({
      status: 'success - "web" restarted',
    });
    expect((await manage({ Action: "delete", Name: "web" })).result).toMatchObject({
      status: 'success - "web" deleted; its key is kept',
    });
    expect((await manage({ Action: "create", All: true })).error?.data).toMatchObject({ key: "All" });
  });

  it.each([
    [{ Action: "create", Name: "web" }, "Name"],
    [{ Action: "create", Name: "other" }, "Type"],
    [{ Action: "create", Name: "other", Type: "server" }, "TargetPort"],
    [{ ...WEB, Name: "a.b" }, "Name"],
    [{ ...WEB, Name: "other", TargetPort: 7650 }, "TargetPort"],
    [{ ...WEB, Name: "other", TargetPort: 99_999 }, "TargetPort"],
    [{ ...WEB, Name: "other", PrivKeyFile: "x.dat" }, "PrivKeyFile"],
    [
      { Action: "create", Name: "proxy", Type: "httpclient", Port: 4444, ReachableBy: "0.0.0.0" },
      "ReachableBy",
    ],
    [{ Action: "get", Name: "nobody" }, "Name"],
    [{ Action: "stop", Name: "nobody" }, "Name"],
    [{ Action: "stop" }, "Name"],
    [{ Action: "explode", Name: "web" }, "Action"],
    [{ Action: "get", Name: "web", Colour: "red" }, "Colour"],
  ])("refuses %j with the key that is wrong", async (params, key) => {
    await manage(WEB);
    const before = await list();
    expect((await manage(params)).error).toMatchObject({ code: -32602, data: { key } });
    expect(await list()).toEqual(before);
  });

  it("says with success false that the router failed at a good request, which is in the timeline and the audit", async () => {
    router.faults.tunnelFault = "the port did not listen";
    expect((await manage(WEB)).result).toEqual({ status: "error - the port did not listen" });
    expect(events()).toEqual([["tunnels.rolledBack", { why: "the port did not listen" }]]);
    expect(await stage.recorded()).toMatchObject([{ action: "TunnelManager", outcome: "internal" }]);
  });

  it("needs the scope to change settings for all but get", async () => {
    await manage(WEB);
    const Token = await tokenWith("operate");
    expect((await manage({ Action: "get", Name: "web", Token })).error).toBeUndefined();
    expect((await manage({ Action: "stop", Name: "web", Token })).error).toMatchObject({ code: -32008 });
  });
});

describe("pilothouse.tunnels", () => {
  const create = { action: "create", name: "web", options: { Type: "server", TargetPort: "8080" } };
  const change = (changes: readonly object[], more: object = {}) =>
    ask("pilothouse.tunnels", { changes, ...more });

  it("shows what changes would do, and makes them if nobody else has changed tunnels since", async () => {
    const { result } = await change([create], { preview: true });
    expect(result).toMatchObject({
      tunnels: [],
      plan: { interruptsForMs: 5_000, warnings: [] },
      saved: false,
    });
    expect(await stage.recorded()).toEqual([]);
    const { mark } = result as { mark: string };
    await change([{ ...create, name: "site", options: { Type: "server", TargetPort: "8081" } }]);
    expect((await change([create], { mark })).error).toMatchObject({ code: -32602, data: { key: "mark" } });
    const { result: again } = await change([create], { preview: true });
    expect((await change([create], { mark: again?.["mark"] })).result).toMatchObject({ saved: true });
  });

  it("opens a port to others only if that is confirmed", async () => {
    const open = {
      ...{ action: "create", name: "proxy" },
      options: { Type: "httpclient", Port: "4444", ReachableBy: "0.0.0.0" },
    };
    expect((await change([open])).error).toMatchObject({
      ...{ code: -32602, data: { key: "ReachableBy", code: "tunnel.wouldOpen" } },
      message: expect.stringContaining(
        'ReachableBy of "proxy" would be 0.0.0.0, where others can reach it; confirm it with "open"',
      ),
    });
    expect((await change([open], { open: true, preview: true })).result).toMatchObject({
      plan: { warnings: ['The port of "proxy" can be reached by others: it listens on 0.0.0.0'] },
      texts: [{ code: "tunnel.open", values: { name: '"proxy"', address: "0.0.0.0" } }],
    });
    expect((await change([open], { open: true })).result).toMatchObject({ tunnels: [{ open: true }] });
  });

  it("undoes what was changed, each with its address", async () => {
    await change([create]);
    const [before] = await list();
    await change([
      { action: "edit", name: "web", options: { TargetPort: "9090", TunnelLength: "1" }, newName: "site" },
    ]);
    expect((await ask("pilothouse.changes", { undo: 2, preview: true })).result).toMatchObject({
      interruptsForMs: 5_000,
    });
    expect((await ask("pilothouse.changes", { undo: 2 })).result).toMatchObject({ saved: true });
    expect(await list()).toEqual([before]);
    await change([{ action: "delete", name: "web" }]);
    await ask("pilothouse.changes", { undo: 4 });
    expect(await list()).toEqual([before]);
    await ask("pilothouse.changes", { goTo: 0, part: "tunnels" });
    expect(await list()).toEqual([]);
  });

  it("shows what an undo would change also while it would be refused", async () => {
    // Made by somebody else, who gave it the port of the service.
    const config = new Map([["Type", "httpclient"] as const, ["Port", "7650"] as const]);
    await router.tunnels.change([{ action: "create", name: "proxy", config }]);
    await change([{ action: "edit", name: "proxy", options: { Port: "4444" } }]);
    await change([{ action: "edit", name: "proxy", options: { Port: "4445" } }]);
    const shown = async (undo: number) => (await ask("pilothouse.changes", { undo, preview: true })).result;
    const from = (old: string, wanted: string) => ({
      differences: [{ name: "proxy.Port", old, new: wanted }],
      interruptsForMs: null,
    });
    expect(await shown(1)).toMatchObject(from("4445", "7650"));
    await router.lifecycle("RestartGraceful");
    expect(await shown(2)).toMatchObject(from("4445", "4444"));
  });
});

describe("the key of a tunnel", () => {
  it("is exported only with the password, and gives another tunnel the address", async () => {
    await stage.close();
    stage = await Stage.open({ factory: true });
    const { auth, log } = stage;
    const own = handlersOf(tunnels, {
      ...{ router, recorded: parts.settings, routerQueue: parts.routerQueue, auth, log },
      settings: () => ({}),
    });
    await router.tunnels.change([
      {
        action: "create",
        name: "web",
        config: new Map([
          ["Type", "server"],
          ["TargetPort", "80"],
        ]),
      },
    ]);
    const operator = { address: "local", access: "operator" } as const;
    const exported = (params: object, peer: object = operator) =>
      stage.call("pilothouse.tunnelKey", { Token: undefined, ...params }, own, peer as typeof stage.peer);
    const { result } = await exported({ name: "web" });
    expect(Buffer.from(String(result?.["key"]), "base64")).toEqual(await router.tunnels.key("web"));
    expect((await exported({ name: "nobody" })).error?.data).toMatchObject({ key: "name" });
    const remote = { address: "127.0.0.1", access: "all" };
    expect((await exported({ name: "web" }, remote)).error).toMatchObject({
      code: -32602,
      data: { key: "password" },
    });
    expect((await exported({ name: "web", password: "wrong" }, remote)).error).toMatchObject({
      code: -32001,
    });
    expect((await exported({ name: "web", password: "itoopie" }, remote)).result).toMatchObject({
      address: (await router.tunnels.list(new AbortController().signal))[0]?.address,
    });
  });
});
