import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { FACTORY, logIn, PASSWORD, tokenFor } from "../wire.js";

let here: Here;
beforeAll(async () => {
  here = await startHere();
});
// A new password revokes every token.
beforeEach(async () => {
  here.token = await tokenFor(here.https, PASSWORD);
});

describe("Echo", () => {
  it.each([
    ["hello"],
    [""],
    ['quotes " and \\ backslashes'],
    ["äöü 船 🧭 \u0000 \u2028"],
    ["null"],
    ["x".repeat(100_000)],
  ])("gives back %j", async (text) => {
    expect((await here.call("Echo", { Echo: text })).result).toEqual({ Result: text });
  });

  it.each([[1], [null], [true], [["a"]], [{ a: "b" }]])("refuses %j, which is no string", async (value) => {
    expect((await here.call("Echo", { Echo: value })).code).toBe(-32602);
  });

  it("refuses a call without Echo", async () => {
    expect((await here.call("Echo", {})).code).toBe(-32602);
    expect((await here.call("Echo", { echo: "lower case" })).code).toBe(-32602);
  });
});

describe("ServiceControl", () => {
  it.each([
    ["ServiceControl", "svccontrol.password"],
    ["ServiceControl", "i2pcontrol.password"],
    ["I2PControl", "svccontrol.password"],
    ["I2PControl", "i2pcontrol.password"],
  ])("%s with %s changes the password and answers under that name", async (method, key) => {
    const { result } = await here.call(method, { [key]: "another one" });
    expect(result).toEqual({ [key]: null, SettingsSaved: true });
    expect((await logIn(here.https, PASSWORD)).code).toBe(-32001);
    here.token = await tokenFor(here.https, "another one");
    await here.call(method, { [key]: PASSWORD });
  });

  it("revokes every token, the caller's too, also when the password is the same", async () => {
    const other = await tokenFor(here.https, PASSWORD);
    expect((await here.call("ServiceControl", { "svccontrol.password": PASSWORD })).result).toEqual({
      "svccontrol.password": null,
      SettingsSaved: true,
    });
    for (const Token of [other, here.token])
      expect((await here.call("Echo", { Token, Echo: "x" })).code).toBe(-32003);
    expect((await logIn(here.https, PASSWORD)).code).toBeUndefined();
  });

  it.each([
    [{}],
    [{ "svccontrol.address": "0.0.0.0" }],
    [{ "svccontrol.port": 7651 }],
    [{ "i2pcontrol.address": "0.0.0.0", "i2pcontrol.port": "7651" }],
    [{ "svccontrol.nonsense": "x" }],
  ])("saves nothing for %j", async (params) => {
    const { body } = await here.call("ServiceControl", params);
    expect(body).toBe('{"jsonrpc":"2.0","id":1,"result":{"SettingsSaved":false}}');
    expect((await here.call("Echo", { Echo: "still here" })).result).toEqual({ Result: "still here" });
  });

  it("changes the password also beside the inert address and port", async () => {
    const params = { "svccontrol.password": PASSWORD, "svccontrol.address": "x", "svccontrol.port": -1 };
    expect((await here.call("ServiceControl", params)).result["SettingsSaved"]).toBe(true);
  });

  it.each([
    ["the empty string", ""],
    ["nine characters", "nine char"],
    ["a common password", "Password123"],
    ["over 1,024 characters", "p".repeat(1_025)],
    ["a number", 12_345],
    ["null", null],
    ["a boolean", true],
    ["a list", ["password"]],
    ["the factory password", FACTORY],
  ])("refuses %s as a password, and the old one stays", async (_what, password) => {
    const { code, message } = await here.call("ServiceControl", { "svccontrol.password": password });
    expect(code).toBe(-32602);
    expect(message).toMatch(/^Invalid parameters/);
    if (typeof password === "string" && password !== "") expect(message).not.toContain(password);
    expect((await here.call("Echo", { Echo: "x" })).code).toBeUndefined();
    expect((await logIn(here.https, PASSWORD)).code).toBeUndefined();
  });

  it.each([
    ["1,024 characters", "p".repeat(1_024)],
    ["ten characters", "ten chars!"],
    ["spaces around it", " with spaces "],
    ["letters of all kinds", "пароль 密码 🔑"],
  ])("takes a password of %s", async (_what, password) => {
    await here.call("ServiceControl", { "svccontrol.password": password });
    expect(
      (await logIn(here.https, password.trim() === password ? `${password} ` : password.trim())).code,
    ).toBe(-32001);
    here.token = await tokenFor(here.https, password);
    await here.call("ServiceControl", { "svccontrol.password": PASSWORD });
  });
});
