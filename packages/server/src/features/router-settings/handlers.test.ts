import { SettingRefused } from "@pilothouse/drivers/port";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Stage } from "../../rpc/testing/stage.js";
import { EventLog } from "../record/event-log.js";
import { RouterQueue } from "../sampling/router-queue.js";
import { ChangeLog } from "./change-log.js";
import { settingsHandlers } from "./handlers.js";
import { RecordedSettings } from "./recorded-settings.js";

let stage: Stage;
let written: unknown[];
beforeEach(async () => {
  stage = await Stage.open();
  written = [];
});
afterEach(() => stage.close());

const network = (bandwidth: string, restartNeeded: boolean) => ({
  values: new Map([["router.net.bw.in", bandwidth]]),
  restartNeeded,
});
const recorded = (settings: object) =>
  new RecordedSettings(
    settings as never,
    new ChangeLog(stage.store, stage.clock, stage.log),
    new EventLog(stage.store, stage.clock, stage.log),
  );
const handlers = (more: object = {}) =>
  settingsHandlers(
    recorded({
      network: async () => network("10", false),
      writeNetwork: async (writes: unknown, sessionSignal: AbortSignal) => {
        written.push(writes, sessionSignal.aborted);
        return { before: network("10", false), after: network("77", true) };
      },
      all: async () => new Map([["a", "1"]]),
      writeAll: async (change: unknown, sessionSignal: AbortSignal) => {
        written.push(change, sessionSignal.aborted);
        return { before: new Map([["a", "1"]]), after: new Map([["a", "2"]]) };
      },
      ...more,
    }),
    new RouterQueue(),
  );
const ask = (method: string, params: object, more?: object) => stage.call(method, params, handlers(more));
const KEY = "svc.router.net.bw.in";

describe("IfRevision", () => {
  it("refuses a write after another one, says who changed what, and writes nothing", async () => {
    const revision = async () => (await ask("NetworkSetting", { IfRevision: null })).result?.["Revision"];
    expect(await revision()).toBe(0);
    await ask("AdvancedSettings", { set: { a: "2" }, IfRevision: 0 });
    const now = await revision();
    expect(now).toBeGreaterThan(0);
    written = [];
    for (const [method, params] of [
      ["NetworkSetting", { [KEY]: "77" }],
      ["AdvancedSettings", { set: { a: "3" } }],
      ["AdvancedSettings", { setAll: { a: "3" } }],
    ] as const) {
      const { error } = await ask(method, { ...params, IfRevision: 0 });
      expect(error).toMatchObject({
        code: -32602,
        data: { key: "IfRevision", code: "settings.newer", values: { by: "192.0.2.1", names: "a", now } },
        message: expect.stringMatching(/: 192\.0\.2\.1 changed a at [\dT:.-]+Z\. Nothing was saved/),
      });
    }
    expect(written).toEqual([]);
    expect((await ask("NetworkSetting", { [KEY]: "77", IfRevision: now })).error).toBeUndefined();
    // Older clients do not know it.
    expect((await ask("NetworkSetting", { [KEY]: "77" })).error).toBeUndefined();
    expect((await ask("AdvancedSettings", { getAll: null, IfRevision: null })).result).toMatchObject({
      Revision: await revision(),
    });
  });

  it("is a number or null", async () => {
    const { error } = await ask("NetworkSetting", { [KEY]: "77", IfRevision: "x" });
    expect(error).toMatchObject({ code: -32602, data: { key: "IfRevision" } });
    expect(written).toEqual([]);
  });
});

describe("NetworkSetting", () => {
  it("reads without writing, and leaves no record", async () => {
    expect((await ask("NetworkSetting", { [KEY]: null })).result).toEqual({
      [KEY]: "10",
      SettingsSaved: false,
      RestartNeeded: false,
    });
    expect([written, await stage.recorded()]).toEqual([[], []]);
  });

  it("writes what has a value, answers what is there then, and records what changed", async () => {
    expect((await ask("NetworkSetting", { [KEY]: "77" })).result).toEqual({
      [KEY]: "77",
      SettingsSaved: true,
      RestartNeeded: true,
    });
    expect(written).toEqual([new Map([["router.net.bw.in", "77"]]), false]);
    expect(await stage.recorded()).toEqual([
      { action: "NetworkSetting", outcome: "ok", details: [{ name: KEY, old: "10", new: "77" }] },
    ]);
  });

  it("is in the audit where it changed only the router's configuration", async () => {
    const [before, after] = [network("10", false), network("10", true)];
    const config = { before: new Map(), after: new Map([["bandwidth", "10"]]) };
    await ask("NetworkSetting", { [KEY]: "10" }, { writeNetwork: async () => ({ before, after, config }) });
    const details = [{ name: "bandwidth", old: null, new: "10" }];
    expect(await stage.recorded()).toEqual([{ action: "NetworkSetting", outcome: "ok", details }]);
  });

  it("is on record with its event in one commit", async () => {
    const write = vi.spyOn(stage.store, "write");
    await ask("NetworkSetting", { [KEY]: "77" });
    expect(write).toHaveBeenCalledOnce();
    const [change, event, entry] = ["change", "event", "audit"].map((table) =>
      stage.store.get(`SELECT * FROM ${table}`),
    );
    expect([change, entry]).toMatchObject([{ part: "network" }, { action: "NetworkSetting" }]);
    expect(JSON.parse(String(event?.["data"]))).toMatchObject({ of: "network", change: change?.["id"] });
  });

  it("that could not be recorded as a whole is answered, logged, and still in the audit and an event", async () => {
    vi.spyOn(stage.store, "write").mockRejectedValueOnce(new Error("no space"));
    expect((await ask("NetworkSetting", { [KEY]: "77" })).result).toMatchObject({ SettingsSaved: true });
    expect(stage.logged("error")).toMatchObject([{ fields: { err: { message: "no space" } } }]);
    expect(await stage.recorded()).toMatchObject([{ action: "NetworkSetting", outcome: "ok" }]);
    const [event] = stage.store.all("SELECT data FROM event");
    expect(JSON.parse(String(event?.["data"]))).toEqual({ of: "network", by: "192.0.2.1", names: KEY });
    expect(stage.store.all("SELECT id FROM change")).toEqual([]);
  });

  it("refuses in the router's words, and blames the key as the interface spells it", async () => {
    const refuses = (error: Error) => ({ writeNetwork: () => Promise.reject(error) });
    const refusal = async (error: Error) =>
      (await ask("NetworkSetting", { [KEY]: "77" }, refuses(error))).error;
    expect(await refusal(new SettingRefused("too much", { key: "router.net.bw.in" }))).toEqual({
      code: -32602,
      message: "Invalid parameters: too much",
      data: { key: KEY, reason: "too much" },
    });
    expect((await refusal(new SettingRefused("no", { key: "limits.x" })))?.data).toEqual({
      key: "limits.x",
      reason: "no",
    });
    expect((await refusal(new SettingRefused("no")))?.data).toEqual({ reason: "no" });
    expect((await refusal(new Error("broken")))?.code).toBe(-32603);
  });
});

describe("AdvancedSettings", () => {
  it("reads all, or one, or one that is not there", async () => {
    expect((await ask("AdvancedSettings", { getAll: "", get: "a" })).result).toEqual({
      getAll: { a: "1" },
      get: { a: "1" },
    });
    expect((await ask("AdvancedSettings", { get: "b" })).result).toEqual({ get: { b: null } });
    expect((await ask("AdvancedSettings", {})).result).toEqual({});
    expect([written, await stage.recorded()]).toEqual([[], []]);
  });

  it("shows what looks secret only with the scope of everything", async () => {
    const all = async () =>
      new Map([
        ["a", "1"],
        ["my.password", "swordfish"],
      ]);
    const wanted = { name: "a program", lifetimeMs: 1_000, address: "192.0.2.1", factory: false };
    const { token: Token } = await stage.auth.tokens.issueForProgram(
      { ...wanted, scope: "settings" },
      new AbortController().signal,
    );
    const shown = async (params: object) =>
      (await ask("AdvancedSettings", { getAll: "", ...params }, { all })).result;
    expect(await shown({})).toEqual({ getAll: { a: "1", "my.password": "swordfish" } });
    expect(await shown({ Token })).toEqual({ getAll: { a: "1" } });
  });

  it("replaces all, or sets some, and answers what is there then", async () => {
    expect((await ask("AdvancedSettings", { setAll: { a: "2" }, get: "a" })).result).toEqual({
      get: { a: "2" },
    });
    await ask("AdvancedSettings", { set: { a: "2" } });
    const a = new Map([["a", "2"]]);
    expect(written).toEqual([{ replace: a }, false, { set: a }, false]);
    const entry = { action: "AdvancedSettings", outcome: "ok", details: [{ name: "a", old: "1", new: "2" }] };
    expect(await stage.recorded()).toEqual([entry, entry]);
  });

  it("refuses in the router's words", async () => {
    const writeAll = () => Promise.reject(new SettingRefused("not this", { key: "a" }));
    const { error } = await ask("AdvancedSettings", { set: { a: "2" } }, { writeAll });
    expect(error).toMatchObject({ code: -32602, data: { key: "a", reason: "not this" } });
    expect(await stage.recorded()).toEqual([
      { action: "AdvancedSettings", outcome: "invalidParams", details: [] },
    ]);
  });
});
