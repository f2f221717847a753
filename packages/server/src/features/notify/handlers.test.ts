import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Stage } from "../../rpc/testing/stage.js";
import { notifyHandler } from "./handlers.js";

let stage: Stage;
let tested: string[];
beforeEach(async () => {
  stage = await Stage.open();
  tested = [];
});
afterEach(() => stage.close());

const VIEW = { channels: [], rules: [{ key: "router.down", minutes: 5, on: true, holds: false }] };
const ask = (params: object, names: readonly string[], failed?: string) => {
  const notifier = {
    view: async () => VIEW,
    channels: () => names.map((name) => ({ name })),
    test: async (name: string) => {
      tested.push(name);
      return failed;
    },
  };
  return stage.call("pilothouse.notify", params, notifyHandler(notifier as never));
};

describe("notifications", () => {
  it("are shown, and nothing is sent", async () => {
    expect((await ask({}, ["ntfy"])).result).toEqual(VIEW);
    expect([tested, await stage.recorded()]).toEqual([[], []]);
  });

  it("can be tested, on record, and the answer says whether and why not", async () => {
    expect((await ask({ test: "ntfy" }, ["ntfy"])).result).toEqual({ ...VIEW, tested: true, failed: null });
    const { result } = await ask({ test: "webhook" }, ["ntfy", "webhook"], "it answered 500");
    expect(result).toEqual({ ...VIEW, tested: false, failed: "it answered 500" });
    expect(tested).toEqual(["ntfy", "webhook"]);
    expect(await stage.recorded()).toEqual([
      { action: expect.stringContaining("webhook"), outcome: "ok", details: [] },
      { action: expect.stringContaining("ntfy"), outcome: "ok", details: [] },
    ]);
  });

  it("are tested one at a time, so that nobody can flood the receiver", async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const notifier = { view: async () => VIEW, channels: () => [{ name: "ntfy" }], test: () => ended };
    const handlers = notifyHandler(notifier as never);
    const test = () => stage.call("pilothouse.notify", { test: "ntfy" }, handlers);
    const first = test();
    expect((await test()).error).toMatchObject({ code: -32000 });
    end();
    expect((await first).result).toMatchObject({ tested: true });
    expect((await test()).result).toMatchObject({ tested: true });
    expect(await stage.recorded()).toHaveLength(2);
  });

  it("by a channel that is not set up are refused with those that are", async () => {
    const refusal = async (names: readonly string[]) => (await ask({ test: "email" }, names)).error;
    const wants = (list: string) => ({
      code: -32602,
      data: { key: "test", reason: `wants a channel that is set up (${list})` },
    });
    expect(await refusal(["ntfy", "webhook"])).toMatchObject(wants("ntfy, webhook"));
    expect(await refusal([])).toMatchObject(wants("there is none"));
    expect([tested, await stage.recorded()]).toEqual([[], []]);
  });
});
