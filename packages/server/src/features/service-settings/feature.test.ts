import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handlersOf, Stage } from "../../rpc/testing/stage.js";
import { loadSettings } from "../../settings/load.js";
import { SERVICE_TABLE } from "../../settings/table.js";
import type { Alongside } from "../../store/store.js";
import { putValue } from "../../store/values.js";
import { EventLog } from "../record/event-log.js";
import { serviceSettings } from "./feature.js";
import { ServiceSettings } from "./service-settings.js";

let stage: Stage;
let events: EventLog;
let heard: unknown[];
let set: unknown[];
beforeEach(async () => {
  stage = await Stage.open();
  events = new EventLog(stage.store, stage.clock, stage.log);
  heard = [];
  set = [];
});
afterEach(() => stage.close());

const setting = (name: string) => ({ name, value: null, source: "default", where: "", hidden: false });
const ALL = [setting("budget.monthly"), setting("notify.ntfy")];
const ask = (params: object, prefix?: string, changes: readonly object[] = []) => {
  const own = {
    list: () => ALL,
    set: async (
      values: object,
      _signal: AbortSignal,
      alongside: (made: readonly object[]) => Alongside[],
    ) => {
      set.push(values);
      if (changes.length > 0) await stage.store.write(() => {}, alongside(changes));
      return changes;
    },
  };
  const handlers = handlersOf(serviceSettings, {
    serviceSettings: own,
    onSettings: () => {},
    features: { reloaded: (names: readonly string[]) => heard.push(names) },
    settingsSaved: (names: readonly string[], by: string) =>
      events.entry("settings.saved", () => ({ names: names.join(), by })),
    settingsPrefix: prefix,
  });
  return stage.call("pilothouse.settings", params, handlers);
};
const names = ({ result = {} }: Awaited<ReturnType<typeof ask>>) =>
  (result["settings"] as readonly { name: string }[]).map(({ name }) => name);
const CHANGE = { name: "notify.ntfy", old: null, new: "https://ntfy.example/a" };

describe("settings of the service", () => {
  it("are listed: all of them, or those that the server has", async () => {
    expect(names(await ask({}))).toEqual(["budget.monthly", "notify.ntfy"]);
    expect(names(await ask({}, "notify."))).toEqual(["notify.ntfy"]);
    expect([set, heard, await stage.recorded()]).toEqual([[], [], []]);
  });

  it("are set on record, and what depends on them hears of it, with an event that says by whom", async () => {
    const values = { "notify.ntfy": "https://ntfy.example/a" };
    expect(names(await ask({ set: values }, "notify.", [CHANGE]))).toEqual(["notify.ntfy"]);
    expect([set, heard]).toEqual([[values], [["notify.ntfy"]]]);
    expect(await events.read({})).toMatchObject([{ data: { names: "notify.ntfy", by: "192.0.2.1" } }]);
    expect(await stage.recorded()).toEqual([
      { action: "settings of the service", outcome: "ok", details: [CHANGE] },
    ]);
  });

  it("that stay as they are leave no record, and nothing hears of them", async () => {
    await ask({ set: { "notify.ntfy": "the same" } });
    expect([set.length, heard, await stage.recorded()]).toEqual([1, [], []]);
  });

  it("that the server does not have are refused by name, and none is set", async () => {
    const both = { "notify.ntfy": "x", "budget.monthly": "1GB" };
    expect((await ask({ set: both }, "notify.")).error).toMatchObject({
      code: -32602,
      data: { key: "set", reason: 'has "budget.monthly"; here only notify.… can be set' },
    });
    expect([set, heard]).toEqual([[], []]);
    expect(await stage.recorded()).toMatchObject([{ outcome: "invalidParams" }]);
  });

  it("in a store that somebody else has made count only if they could be set here", async () => {
    const { settings: defaults } = loadSettings({ env: { HOME: stage.dir }, flags: {} });
    await stage.store.write((db) => {
      putValue(db, "setting.auth.allow_factory_password", "true");
      putValue(db, "setting.notify.ntfy", '"https://ntfy.example/a"');
    });
    const settings = new ServiceSettings(SERVICE_TABLE, { settings: defaults }, () => {});
    settings.open(stage.store, stage.log);
    const { "auth.allow_factory_password": allowed, "notify.ntfy": ntfy } = settings.current;
    expect([allowed, ntfy]).toEqual([false, "https://ntfy.example/a"]);
  });
});
