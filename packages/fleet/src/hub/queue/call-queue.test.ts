import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HubStage } from "../testing/stage.js";

let stage: HubStage;
beforeEach(async () => {
  stage = await HubStage.open();
  await stage.bus.join("UA", { name: "attic", labels: { site: "ams" } });
});
afterEach(() => stage.close());

const RESTART = { node: "attic", method: "RouterManager", params: { Restart: null } };
const queued = async (params: object = {}) =>
  (await stage.call("fleet.queue", params)).result?.["queue"] as { readonly [name: string]: unknown }[];
const refused = async (params: object) => (await stage.call("fleet.queue", params)).error?.code;

/** The node can be called again. */
function comesBack({ fails = false, because = "not now" } = {}) {
  return stage.bus.join("UA", { name: "attic", labels: { site: "ams" } }, ({ text }) => {
    const { id } = JSON.parse(text) as { id: number };
    return fails
      ? `{"jsonrpc":"2.0","id":${id},"error":{"code":-32603,"message":"Internal error: ${because}"}}`
      : `{"jsonrpc":"2.0","id":${id},"result":null}`;
  });
}

describe("a call for a node that is offline", () => {
  it("waits, is shown, and is carried out when the node reports", async () => {
    const [first] = await queued(RESTART);
    expect(first).toEqual({
      ...{
        id: expect.any(String),
        node: "attic",
        method: "RouterManager",
        keys: ["Restart"],
        by: "local",
        state: "waiting",
      },
      ...{ queued: stage.time, expires: stage.time + 86_400_000, outcome: null, coded: null, ended: null },
    });
    expect(stage.bus.commands).toEqual([]);
    await comesBack();
    stage.bus.report("UA");
    await expect.poll(async () => (await queued())[0]).toMatchObject({ state: "done", ended: stage.time });
    expect(stage.bus.commands).toMatchObject([
      { node: "UA", by: "local", scope: "operate", once: { key: `queue/${first?.["id"]}`, epoch: 0 } },
    ]);
    expect(JSON.parse(stage.bus.commands[0]?.text ?? "")).toMatchObject({
      ...{ method: "RouterManager", params: { Restart: null } },
    });
  });

  it("is refused at once if the node is online and does not allow it", async () => {
    stage.bus.report("UA", { allow: "read" });
    const { error } = await stage.call("fleet.queue", RESTART);
    expect(error).toMatchObject({
      message: expect.stringContaining("attic does not allow it: its fleet.allow is read"),
      data: { code: "node.allow" },
    });
    // Its owner may have allowed it by the time it is back.
    stage.time += 60_000;
    stage.core.inventory.cleanUp();
    expect(await queued(RESTART)).toHaveLength(1);
  });

  it("is still there after a restart of the hub, and sent under the same name", async () => {
    const [first] = await queued(RESTART);
    await stage.restart();
    expect((await queued())[0]).toEqual(first);
    await comesBack();
    stage.bus.report("UA");
    await expect.poll(async () => (await queued())[0]?.["state"]).toBe("done");
    expect(stage.bus.commands[0]?.once).toEqual({ key: `queue/${first?.["id"]}`, epoch: 0 });
  });

  it("waits on when the node is lost again, and keeps what the node says against it", async () => {
    await queued(RESTART);
    stage.bus.report("UA");
    await expect.poll(() => stage.bus.commands.length).toBe(1);
    expect((await queued())[0]).toMatchObject({ state: "waiting" });
    await comesBack({ fails: true });
    await stage.core.queue.cleanUp();
    await expect
      .poll(async () => (await queued())[0])
      .toMatchObject({
        ...{ state: "failed", outcome: "Internal error: not now" },
      });
  });

  it("is kept with few words of a node that says too many", async () => {
    await queued(RESTART);
    await comesBack({ fails: true, because: "x".repeat(30_000) });
    stage.bus.report("UA");
    await expect.poll(async () => (await queued())[0]?.["state"]).toBe("failed");
    expect(String((await queued())[0]?.["outcome"]).length).toBeLessThan(2_100);
  });

  it("expires, and is never sent afterwards", async () => {
    await queued({ ...RESTART, lifetime: 60_000 });
    stage.time += 60_000;
    await comesBack();
    stage.bus.report("UA");
    await expect.poll(async () => (await queued())[0]?.["state"]).toBe("expired");
    expect(stage.bus.commands).toEqual([]);
    stage.time += 8 * 86_400_000;
    await stage.core.queue.cleanUp();
    expect(await queued()).toEqual([]);
  });

  it("expires on time, wherever it stands among others that wait on", async () => {
    for (let pair = 0; pair < 4; pair++) {
      await queued(RESTART);
      await queued({ ...RESTART, lifetime: 60_000 });
    }
    stage.time += 60_000;
    await stage.core.queue.cleanUp();
    const count = async (state: string) => (await queued()).filter((call) => call["state"] === state).length;
    await expect.poll(() => count("expired")).toBe(4);
    expect(await count("waiting")).toBe(4);
  });

  it("can be cancelled while it waits", async () => {
    const [first] = await queued(RESTART);
    expect((await queued({ cancel: first?.["id"] }))[0]).toMatchObject({ state: "cancelled" });
    expect(await refused({ cancel: first?.["id"] })).toBe(-32602);
    expect(await refused({ cancel: "nonsense" })).toBe(-32602);
    await comesBack();
    stage.bus.report("UA");
    await stage.core.queue.cleanUp();
    expect(stage.bus.commands).toEqual([]);
  });

  it("is one of few that are kept, however many are queued and cancelled", async () => {
    for (let n = 0; n < 110; n++) {
      stage.time++;
      const [last] = (await queued(RESTART)).slice(-1);
      await queued({ cancel: last?.["id"] });
    }
    const stored = await queued();
    expect(stored).toHaveLength(100);
    expect(stored.at(-1)).toMatchObject({ state: "cancelled", queued: stage.time });
    const long = { ...RESTART, method: "AdvancedSettings", params: { set: { a: "x".repeat(70_000) } } };
    expect((await stage.call("fleet.queue", long)).error?.message).toContain("longer than 65536");
  });

  it("is refused when it is wrong, changes nothing, or holds what must not lie about", async () => {
    expect(await refused({ method: "RouterManager", params: { Restart: null } })).toBe(-32602);
    expect(await refused({ ...RESTART, node: "barn" })).toBe(-32602);
    expect(await refused({ ...RESTART, params: { Explode: null } })).toBe(-32602);
    expect(await refused({ ...RESTART, method: "Nonsense" })).toBe(-32602);
    expect(await refused({ ...RESTART, method: "Echo", params: { Echo: "" } })).toBe(-32602);
    const secret = { "svccontrol.password": "a secret password" };
    expect(await refused({ ...RESTART, method: "ServiceControl", params: secret })).toBe(-32602);
    expect(await refused({ ...RESTART, params: { Restart: null, Token: "x" } })).toBe(-32602);
    expect(await refused({ params: {} })).toBe(-32602);
    expect(await queued()).toEqual([]);
  });

  it("of somebody whose account may no longer do it, is not carried out", async () => {
    const password = "the password of anna";
    await stage.call("fleet.operators", { name: "anna", password, role: "operator" });
    await stage.call("fleet.queue", RESTART, { token: await stage.login(password, "anna") });
    await stage.call("fleet.operators", { name: "anna", role: "viewer" });
    const viewer = await stage.login(password, "anna");
    expect((await stage.call("fleet.queue", RESTART, { token: viewer })).error?.code).toBe(-32008);
    await comesBack();
    stage.bus.report("UA");
    await expect.poll(async () => (await queued())[0]).toMatchObject({ state: "failed", by: "anna" });
    expect(stage.bus.commands).toEqual([]);
  });

  it("goes with its node", async () => {
    await queued(RESTART);
    await stage.call("fleet.remove", { node: "attic" });
    await stage.core.queue.cleanUp();
    expect(stage.core.queue.list()).toMatchObject([{ call: { state: "failed" } }]);
    expect(await queued()).toEqual([]);
  });
});
