import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { PASSWORD, tokenFor } from "../wire.js";

let here: Here;
beforeAll(async () => {
  here = await startHere();
});

const SPEC_METHODS = [
  "Authenticate",
  "RouterInfo",
  "GetRate",
  "RouterManager",
  "NetworkSetting",
  "AdvancedSettings",
  "Echo",
  "ServiceControl",
];

describe("rpc.discover", () => {
  it("describes every method as an OpenRPC document", async () => {
    const { result } = await here.call("rpc.discover");
    expect(result["openrpc"]).toMatch(/^1\.\d+\.\d+$/);
    const methods = result["methods"] as { name: string; params: { name: string; required: boolean }[] }[];
    const names = methods.map(({ name }) => name);
    for (const name of [...SPEC_METHODS, "rpc.discover", "pilothouse.logout", "pilothouse.webapps"])
      expect(names).toContain(name);
    const open = ["Authenticate", "pilothouse.setup", "pilothouse.challenge", "pilothouse.signIn"];
    for (const { name, params } of methods)
      expect(params.some((param) => param.name === "Token" && param.required)).toBe(!open.includes(name));
  });

  it("names every parameter of the tables", async () => {
    const { body } = await here.call("rpc.discover");
    for (const key of [
      "svc.router.netdb.isreseeding",
      "svc.router.net.ssu.detectedip",
      "ShutdownGraceful",
      "setAll",
    ])
      expect(body).toContain(`"name":"${key}"`);
  });
});

describe("pilothouse.logout", () => {
  it("revokes the token it is called with and no other", async () => {
    const [one, other] = [await tokenFor(here.https, PASSWORD), await tokenFor(here.https, PASSWORD)];
    expect((await here.call("pilothouse.logout", { Token: one })).result).toEqual({ Revoked: true });
    expect((await here.call("Echo", { Token: one, Echo: "x" })).code).toBe(-32003);
    expect((await here.call("pilothouse.logout", { Token: one })).code).toBe(-32003);
    expect((await here.call("Echo", { Token: other, Echo: "x" })).result).toEqual({ Result: "x" });
  });

  it("lasts over a restart of the service", async () => {
    const Token = await tokenFor(here.https, PASSWORD);
    await here.call("pilothouse.logout", { Token });
    await here.restart();
    expect((await here.call("Echo", { Token, Echo: "x" })).code).toBe(-32003);
    expect((await here.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
  });

  it("refuses parameters it does not know, and revokes nothing", async () => {
    const Token = await tokenFor(here.https, PASSWORD);
    expect((await here.call("pilothouse.logout", { Token, everyone: true })).code).toBe(-32602);
    expect((await here.call("Echo", { Token, Echo: "x" })).code).toBeUndefined();
  });
});

describe("pilothouse.webapps", () => {
  it("lists the web applications", async () => {
    const { result } = await here.call("pilothouse.webapps");
    expect(result).toEqual({
      applications: [{ name: "jsonrpc", title: expect.any(String), running: false, autostart: false }],
    });
  });

  it.each([
    [{ name: "susimail", running: true }],
    [{ name: "__proto__", running: true }],
    [{ name: "constructor", autostart: true }],
    [{ name: 1, running: true }],
    [{ name: "jsonrpc", running: "true" }],
    [{ name: "jsonrpc", autostart: 1 }],
    [{ name: "jsonrpc", running: true, autostart: null }],
    [{ name: "jsonrpc", start: true }],
  ])("refuses %j and switches nothing", async (params) => {
    const { code, message } = await here.call("pilothouse.webapps", params);
    expect(code).toBe(-32602);
    expect(message).toMatch(/^Invalid parameters/);
    const { result } = await here.call("pilothouse.webapps");
    expect(result).toMatchObject({ applications: [{ name: "jsonrpc", running: false, autostart: false }] });
  });
});
