import { RpcError } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Handlers } from "./answer.js";
import type { Call, Changed } from "./call.js";
import { Stage } from "./testing/stage.js";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const WRITE = { "svc.router.net.bw.in": "5" };
const answered = { values: new Map([["router.net.bw.in", "5"]]), SettingsSaved: true, RestartNeeded: false };
/** A handler that does its work, and sees to the record only if `work` does. */
const handlerOf = (work: (call: Call) => unknown = () => answered) =>
  ({ NetworkSetting: (_params: unknown, call: Call) => work(call) }) as unknown as Partial<Handlers>;

const recording = (call: Call, changes: Parameters<Changed>[0]) =>
  call.audited("apply", (changed) => {
    changed(changes);
    return answered;
  });

const write = (handlers: Partial<Handlers>, params: object = WRITE) =>
  stage.call("NetworkSetting", params, handlers);
const complaints = () => stage.logged("error").map(({ fields }) => fields["method"]);

describe("a change that its handler forgets to record", () => {
  it.each([
    ["at once", () => answered],
    ["later", async () => answered],
  ])("is on record when it is answered: %s", async (_when, work) => {
    expect((await write(handlerOf(work))).result).toMatchObject({ SettingsSaved: true });
    expect(await stage.recorded()).toEqual([{ action: "NetworkSetting", outcome: "ok", details: [] }]);
    expect(stage.logged("error")).toMatchObject([
      {
        fields: { method: "NetworkSetting" },
        message: "the handler has not recorded this change; only its method is recorded",
      },
    ]);
  });

  it("is on record when it fails half-way", async () => {
    const broken = handlerOf(() => Promise.reject(new Error("half-way")));
    expect((await write(broken)).error?.code).toBe(-32603);
    expect(await stage.recorded()).toMatchObject([{ action: "NetworkSetting", outcome: "internal" }]);
  });

  it("has no record when it was refused", async () => {
    const refusing = handlerOf(() => Promise.reject(new RpcError("invalidParams", "no")));
    expect((await write(refusing)).error?.code).toBe(-32602);
    expect([await stage.recorded(), complaints()]).toEqual([[], []]);
  });
});

describe("a call without a record", () => {
  it("is one that only reads", async () => {
    await write(handlerOf(), { "svc.router.net.bw.in": null });
    expect([await stage.recorded(), complaints()]).toEqual([[], []]);
  });

  it("is one that says that it changed nothing", async () => {
    const silent = (call: Call) => {
      call.changesNothing();
      return answered;
    };
    await write(handlerOf(silent));
    await write(handlerOf((call) => recording(call, [])));
    expect([await stage.recorded(), complaints()]).toEqual([[], []]);
  });

  it("is a logout that comes later, or that the operator asks for", async () => {
    await stage.call("pilothouse.logout", { after: 10 });
    await stage.call("pilothouse.logout", {}, {}, { address: "x", access: "operator" });
    expect([await stage.recorded(), complaints()]).toEqual([[], []]);
  });
});

it("a change that its handler records is recorded once", async () => {
  await write(handlerOf((call) => recording(call, [{ name: "a", old: null, new: "1" }])));
  expect(await stage.recorded()).toMatchObject([{ action: "apply", outcome: "ok" }]);
  expect(complaints()).toEqual([]);
});
