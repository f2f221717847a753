import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService } from "../support/service.js";

type Fields = { readonly [name: string]: unknown };
interface Change {
  readonly id: number;
  readonly part: string;
  readonly undoes: readonly number[];
  readonly differences: readonly Fields[];
}

let running: Awaited<ReturnType<typeof startService>>;
let Token: string;

beforeEach(async () => {
  running = await startService();
  Token = await running.login();
});
afterEach(() => running.stop());

const ask = async (method: string, params: Fields = {}) => running.call(method, { Token, ...params });
const good = async (method: string, params: Fields = {}) => {
  const { result, error } = await ask(method, params);
  expect(error).toBeUndefined();
  return result as Fields;
};
const refused = async (params: Fields) => (await ask("pilothouse.changes", params)).error;
const changes = async (params: Fields = {}) =>
  (await good("pilothouse.changes", params))["changes"] as readonly Change[];

const IN = "svc.router.net.bw.in";
const OUT = "svc.router.net.bw.out";
const SHARE = "svc.router.net.bw.share";
const network = async (...keys: string[]) => {
  const all = await good("NetworkSetting", Object.fromEntries(keys.map((key) => [key, null])));
  return keys.map((key) => all[key]);
};
const advanced = async () => (await good("AdvancedSettings", { getAll: "" }))["getAll"] as Fields;

describe("the record of settings", () => {
  it("keeps who changed what from what to what, by either way, and not what changed nothing", async () => {
    await good("NetworkSetting", { [IN]: "100", [SHARE]: "80" });
    await good("NetworkSetting", { [IN]: "100" });
    await good("AdvancedSettings", { set: { "my.option": "1", "my.password": "swordfish" } });
    const [second, first, ...others] = await changes();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      id: 1,
      address: "192.0.2.7",
      session: expect.stringMatching(/^[\w-]{12}$/),
      part: "network",
      undoes: [],
      differences: [{ name: IN, old: "1024", new: "100" }],
    });
    expect(second).toMatchObject({
      id: 2,
      part: "advanced",
      differences: [
        { name: "my.option", old: null, new: "1" },
        { name: "my.password", old: null, new: "(hidden)" },
      ],
    });
    expect(await changes({ part: "network" })).toMatchObject([{ id: 1 }]);
    expect(await changes({ before: 2 })).toMatchObject([{ id: 1 }]);
    expect(JSON.stringify(await changes())).not.toContain("swordfish");
    await expect
      .poll(async () => (await good("pilothouse.events", { kinds: ["settings.saved"] }))["events"])
      .toMatchObject([
        { severity: "info", data: { of: "advanced", names: "my.option, my.password", change: 2 } },
        { data: { of: "network", names: IN, change: 1 } },
      ]);
  });

  it("has what a template changes", async () => {
    await good("pilothouse.apply", {
      checksum: "0".repeat(32),
      network: { "router.net.bw.in": "77" },
      restart: "never",
    });
    expect(await changes()).toMatchObject([{ differences: [{ name: IN, old: "1024", new: "77" }] }]);
  });

  it("compares any two points, in both directions", async () => {
    for (const value of ["100", "200", "300"]) await good("NetworkSetting", { [IN]: value });
    await good("NetworkSetting", { [OUT]: "7" });
    const compare = async (params: Fields) => (await good("pilothouse.changes", params))["differences"];
    expect(await compare({ from: 0, to: 2 })).toEqual([{ name: IN, old: "1024", new: "200" }]);
    expect(await compare({ from: 3, to: 1 })).toEqual([{ name: IN, old: "300", new: "100" }]);
    expect(await compare({ from: 1 })).toEqual([
      { name: IN, old: "100", new: "300" },
      { name: OUT, old: "512", new: "7" },
    ]);
    expect(await compare({ from: 2, to: 2 })).toEqual([]);
    expect(await refused({ from: 0, to: 99 })).toMatchObject({ code: -32602, data: { key: "to" } });
  });
});

describe("undo", () => {
  it("shows what it would do, does it, is on record itself, and can be undone", async () => {
    await good("NetworkSetting", { [IN]: "100", [OUT]: "50" });
    const preview = await good("pilothouse.changes", { undo: 1, preview: true });
    const differences = [
      { name: IN, old: "100", new: "1024" },
      { name: OUT, old: "50", new: "512" },
    ];
    expect(preview).toMatchObject({ differences, conflicts: [], saved: false });
    expect(await network(IN, OUT)).toEqual(["100", "50"]);
    expect(await good("pilothouse.changes", { undo: 1 })).toMatchObject({ differences, saved: true });
    expect(await network(IN, OUT)).toEqual(["1024", "512"]);
    expect(await changes()).toMatchObject([{ id: 2, undoes: [1], differences }, { id: 1 }]);
    const [audited] = (await good("pilothouse.audit", { limit: 1 }))["entries"] as Fields[];
    expect(audited).toMatchObject({ action: "settings undone", outcome: "ok", details: differences });
    await good("pilothouse.changes", { undo: 2 });
    expect(await network(IN, OUT)).toEqual(["100", "50"]);
  });

  it("names the later change that it would undo too, and changes nothing unless forced", async () => {
    await good("NetworkSetting", { [IN]: "100", [OUT]: "50" });
    await good("NetworkSetting", { [IN]: "200" });
    expect((await good("pilothouse.changes", { undo: 1, preview: true }))["conflicts"]).toEqual([
      { name: IN, wanted: "100", now: "200", change: 2 },
    ]);
    expect(await refused({ undo: 1 })).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/svc\.router\.net\.bw\.in was changed again since, by change 2/),
      data: { key: IN },
    });
    expect(await network(IN, OUT)).toEqual(["200", "50"]);
    await good("pilothouse.changes", { undo: 1, force: true });
    expect(await network(IN, OUT)).toEqual(["1024", "512"]);
  });

  it("goes back to a point: all later changes of the part at once, or none", async () => {
    await good("NetworkSetting", { [IN]: "100" });
    await good("NetworkSetting", { [IN]: "200", [SHARE]: "33" });
    await good("AdvancedSettings", { set: { other: "1" } });
    await good("NetworkSetting", { [OUT]: "7" });
    expect(await good("pilothouse.changes", { goTo: 1, part: "network", limit: 1 })).toMatchObject({
      saved: true,
      changes: [{ id: 5, undoes: [2, 4] }],
    });
    expect(await network(IN, OUT, SHARE)).toEqual(["100", "512", "80"]);
    expect(await advanced()).toMatchObject({ other: "1" });
    await good("pilothouse.changes", { goTo: 0, part: "network" });
    expect(await network(IN)).toEqual(["1024"]);
  });

  it("unsets what had no value, by either way", async () => {
    const before = await advanced();
    await good("AdvancedSettings", { set: { added: "1", "router.sharePercentage": "44" } });
    await good("pilothouse.changes", { undo: 1 });
    expect(await advanced()).toEqual(before);
    await good("AdvancedSettings", {
      setAll: Object.fromEntries(Object.entries(before).filter(([name]) => name !== "i2np.laptopMode")),
    });
    expect(await network("svc.router.net.laptopmode")).toEqual([null]);
    await good("NetworkSetting", {
      "svc.router.net.laptopmode": "true",
      "svc.router.net.ntcp.hostname": "a.example",
    });
    const [last] = await changes({ limit: 1 });
    await good("pilothouse.changes", { undo: last?.id });
    expect(await network("svc.router.net.laptopmode", "svc.router.net.ntcp.hostname")).toEqual([null, null]);
  });

  it("puts a secret back without showing it, for who may change it", async () => {
    await good("AdvancedSettings", { set: { "my.password": "swordfish" } });
    await good("AdvancedSettings", { set: { "my.password": "marlin" } });
    const { Token: weak } = await good("pilothouse.createToken", { name: "weak", scope: "settings" });
    expect(await refused({ undo: 2, Token: weak })).toMatchObject({ code: -32008, data: { scope: "all" } });
    expect(await advanced()).toMatchObject({ "my.password": "marlin" });
    const undone = await good("pilothouse.changes", { undo: 2 });
    expect(JSON.stringify(undone)).not.toMatch(/swordfish|marlin/);
    expect(await advanced()).toMatchObject({ "my.password": "swordfish" });
  });

  it("refuses what makes no sense, and changes nothing", async () => {
    await good("NetworkSetting", { [IN]: "100" });
    for (const params of [
      { undo: 9 },
      { undo: 0 },
      { undo: 1, part: "advanced" },
      { undo: 1, goTo: 0, part: "network" },
      { goTo: 0 },
      { goTo: 9, part: "network" },
      { to: 1 },
      { preview: true },
      { force: true },
      { undo: "1" },
    ])
      expect(await refused(params), JSON.stringify(params)).toMatchObject({ code: -32602 });
    expect(await network(IN)).toEqual(["100"]);
  });
});
