import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { FACTORY, type Fields, logIn, PASSWORD, rpc, tokenFor } from "../wire.js";

describe("Authenticate", () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere();
  });
  // A success forgets the failures that the cases before have left behind.
  beforeEach(() => tokenFor(here.https, PASSWORD));
  const authenticate = (params: string) => rpc(here.https, "Authenticate", params);

  it("exchanges the password for a token, and returns the API version as a long", async () => {
    const { body, status } = await logIn(here.https, PASSWORD);
    expect(status).toBe(200);
    expect(body).toMatch(/^\{"jsonrpc":"2\.0","id":1,"result":\{"API":1,"Token":"[A-Za-z0-9_-]{43}"\}\}$/);
  });

  it("gives another token each time", async () => {
    const tokens = await Promise.all(Array.from({ length: 15 }, () => tokenFor(here.https, PASSWORD)));
    expect(new Set(tokens).size).toBe(15);
    for (const Token of tokens) expect((await here.call("Echo", { Token, Echo: "x" })).code).toBeUndefined();
  });

  it.each([
    ["1", "a number"],
    ["1.0", "a number with a fraction"],
    ['"1"', "the string that a client in the field sends"],
  ])("takes API %s, %s", async (api) => {
    const { result } = await authenticate(`{"API":${api},"Password":"${PASSWORD}"}`);
    expect(result).toMatchObject({ API: 1, Token: expect.any(String) });
  });

  it.each(['"Token":""', '"Token":"stale"', '"Token":null', '"User":"admin"', '"constructor":1'])(
    "takes %s beside its parameters",
    async (extra) => {
      expect((await authenticate(`{"API":1,"Password":"${PASSWORD}",${extra}}`)).code).toBeUndefined();
    },
  );

  it.each([
    ["nothing is given", "{}", -32005],
    ["API is absent", `{"Password":"${PASSWORD}"}`, -32005],
    ["API is absent and the password wrong", '{"Password":"wrong"}', -32005],
    ["API is absent and the password of a wrong type", '{"Password":1}', -32005],
    ["API is null", `{"API":null,"Password":"${PASSWORD}"}`, -32005],
    ["API is written api", `{"api":1,"Password":"${PASSWORD}"}`, -32005],
    ["API is 0", `{"API":0,"Password":"${PASSWORD}"}`, -32006],
    ["API is 2", `{"API":2,"Password":"${PASSWORD}"}`, -32006],
    ["API is -1", `{"API":-1,"Password":"${PASSWORD}"}`, -32006],
    ["API is 1.5", `{"API":1.5,"Password":"${PASSWORD}"}`, -32006],
    ['API is "2"', `{"API":"2","Password":"${PASSWORD}"}`, -32006],
    ['API is "01"', `{"API":"01","Password":"${PASSWORD}"}`, -32006],
    ['API is " 1"', `{"API":" 1","Password":"${PASSWORD}"}`, -32006],
    ["API is the empty string", `{"API":"","Password":"${PASSWORD}"}`, -32006],
    ["API is true", `{"API":true,"Password":"${PASSWORD}"}`, -32006],
    ["API is a list", `{"API":[1],"Password":"${PASSWORD}"}`, -32006],
    ["API is an object", `{"API":{},"Password":"${PASSWORD}"}`, -32006],
    ["API is 2 and the password wrong", '{"API":2,"Password":"wrong"}', -32006],
    ["API is 2 and the password absent", '{"API":2}', -32006],
    ["the password is absent", '{"API":1}', -32602],
    ["the password is null", '{"API":1,"Password":null}', -32602],
    ["the password is a number", '{"API":1,"Password":1}', -32602],
    ["the password is a boolean", '{"API":1,"Password":true}', -32602],
    ["the password is a list", `{"API":1,"Password":["${PASSWORD}"]}`, -32602],
    ["the password is written password", `{"API":1,"password":"${PASSWORD}"}`, -32602],
    ["the password is wrong", '{"API":1,"Password":"wrong"}', -32001],
    ["the password is empty", '{"API":1,"Password":""}', -32001],
    ["the password has a space too many", `{"API":1,"Password":"${PASSWORD} "}`, -32001],
    ["the password is right but for its case", `{"API":1,"Password":"${PASSWORD.toUpperCase()}"}`, -32001],
    ["the password is the factory one of old", `{"API":1,"Password":"${FACTORY}"}`, -32001],
    ["the password is very long", `{"API":1,"Password":"${"p".repeat(500_000)}"}`, -32001],
  ])("when %s", async (_what, params, code) => {
    const reply = await authenticate(params);
    expect([reply.status, reply.code]).toEqual([200, code]);
    expect(reply.json.result).toBeUndefined();
  });
});

describe("While the factory password is in force", () => {
  const METHODS = [
    "RouterInfo",
    "GetRate",
    "RouterManager",
    "NetworkSetting",
    "AdvancedSettings",
    "Echo",
    "rpc.discover",
    "pilothouse.webapps",
  ];
  let here: Here;
  beforeAll(async () => {
    here = await startHere({ fresh: true });
    here.token = await tokenFor(here.https, FACTORY);
  });

  it.each(METHODS)("%s answers -32007 to its token", async (method) => {
    expect((await here.call(method, { Echo: "x", Restart: true, "svc.router.uptime": "" })).code).toBe(
      -32007,
    );
  });

  it("-32007 says which call changes it, in the names that the caller uses", async () => {
    const answer = async (method: string, params: Fields) => (await here.call(method, params)).message;
    const i2p = await answer("RouterInfo", { "i2p.router.uptime": null });
    expect(i2p).toBe(
      "Change the factory password first: call I2PControl with i2pcontrol.password, then log in again",
    );
    expect(await answer("NetworkSetting", { "svc.router.net.bw.in": null })).toBe(
      "Change the factory password first: call ServiceControl with svccontrol.password, then log in again",
    );
    for (const neutral of [
      await answer("Echo", { Echo: "x" }),
      await answer("RouterManager", { Restart: "" }),
    ]) {
      expect(neutral).toContain("ServiceControl with svccontrol.password");
      expect(neutral).toContain("I2PControl with i2pcontrol.password");
    }
  });

  it("it cannot be set again, by either name", async () => {
    expect((await here.call("ServiceControl", { "svccontrol.password": FACTORY })).code).toBe(-32602);
    expect((await here.call("I2PControl", { "i2pcontrol.password": FACTORY })).code).toBe(-32602);
    expect((await here.call("Echo", { Echo: "x" })).code).toBe(-32007);
  });

  it("ServiceControl answers, and a token can be given back", async () => {
    expect((await here.call("ServiceControl")).result).toEqual({ SettingsSaved: false });
    const Token = await tokenFor(here.https, FACTORY);
    expect((await here.call("pilothouse.logout", { Token })).result).toEqual({ Revoked: true });
  });

  it("a restart of the service opens nothing", async () => {
    await here.restart();
    expect((await here.call("Echo", { Echo: "x" })).code).toBe(-32007);
    expect((await here.call("Echo", { Token: await tokenFor(here.https, FACTORY), Echo: "x" })).code).toBe(
      -32007,
    );
  });

  it("changing it opens everything, for new tokens only", async () => {
    const here = await startHere({ fresh: true });
    here.token = await tokenFor(here.https, FACTORY);
    const { result } = await here.call("I2PControl", { "i2pcontrol.password": PASSWORD });
    expect(result).toEqual({ "i2pcontrol.password": null, SettingsSaved: true });
    expect((await here.call("Echo", { Echo: "x" })).code).toBe(-32003);
    expect((await logIn(here.https, FACTORY)).code).toBe(-32001);
    here.token = await tokenFor(here.https, PASSWORD);
    expect((await here.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
    expect((await here.call("ServiceControl", { "svccontrol.password": FACTORY })).code).toBe(-32602);
  });
});

describe("auth.allow_factory_password", () => {
  it("lets the factory password open everything, and the log warns", async () => {
    const here = await startHere({ fresh: true, settings: { "auth.allow_factory_password": "true" } });
    here.token = await tokenFor(here.https, FACTORY);
    expect((await here.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
    expect(here.log.some((line) => line.includes("factory password"))).toBe(true);
    await here.restart({ "auth.allow_factory_password": "false" });
    expect((await here.call("Echo", { Echo: "x" })).code).toBe(-32007);
  });

  it("lets the factory password be set, as a client does by itself, and later it is the factory one again", async () => {
    const here = await startHere({ settings: { "auth.allow_factory_password": "true" } });
    const { result } = await here.call("I2PControl", { "i2pcontrol.password": FACTORY });
    expect(result).toEqual({ "i2pcontrol.password": null, SettingsSaved: true });
    here.token = await tokenFor(here.https, FACTORY);
    expect((await here.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });

    await here.restart({ "auth.allow_factory_password": "false" });
    expect((await here.call("Echo", { Echo: "x" })).code).toBe(-32007);
    const again = await here.call("I2PControl", { "i2pcontrol.password": FACTORY });
    expect([again.code, again.json.error?.data]).toMatchObject([-32602, { key: "i2pcontrol.password" }]);
  });
});
