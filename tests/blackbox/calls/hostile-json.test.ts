import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, send } from "../wire.js";

let here: Here;
beforeAll(async () => {
  here = await startHere();
});
const post = (text: string) => send(here.https, text);
/** A call whose parameters are JSON text after the token. */
const call = (method: string, params: string) =>
  post(callText(method, `{"Token":${JSON.stringify(here.token)},${params}}`));

describe("Of keys that come twice the last one counts", () => {
  it("in the envelope", async () => {
    const params = JSON.stringify({ Token: here.token, Echo: "x" });
    const { body } = await post(
      `{"jsonrpc":"1.0","id":1,"method":"Nonsense","params":[],"jsonrpc":"2.0","id":2.0,"method":"Echo","params":${params}}`,
    );
    expect(body).toBe('{"jsonrpc":"2.0","id":2.0,"result":{"Result":"x"}}');
  });

  it("in the parameters", async () => {
    expect((await call("Echo", '"Echo":"first","Echo":"last"')).result).toEqual({ Result: "last" });
    expect((await call("Echo", '"Echo":"x","Token":"wrong"')).code).toBe(-32003);
  });

  it("in a map of settings", async () => {
    await call("AdvancedSettings", '"set":{"tests.twice":"first","tests.twice":"last"}');
    expect((await here.settings())["tests.twice"]).toBe("last");
  });

  it("in network settings", async () => {
    const key = "svc.router.net.bw.in";
    expect((await call("NetworkSetting", `"${key}":"bad","${key}":"321"`)).result[key]).toBe("321");
  });
});

describe("Names of the language's own objects are ordinary names", () => {
  it("in the envelope", async () => {
    const inherited = `{"jsonrpc":"2.0","id":1,"method":"Echo","params":{"Token":"${here.token}","Echo":"x"}}`;
    const { json } = await post(`{"__proto__":${inherited}}`);
    expect(json).toMatchObject({ id: null, error: { code: -32600 } });
    expect((await post(`{"id":1,"__proto__":${inherited}}`)).code).toBe(-32600);
    expect((await post(`{"jsonrpc":"2.0","id":1,"method":"Echo","__proto__":{"params":{}}}`)).code).toBe(
      -32602,
    );
  });

  it("and a token cannot be inherited", async () => {
    const { code } = await post(callText("Echo", `{"__proto__":{"Token":"${here.token}"},"Echo":"x"}`));
    expect(code).toBe(-32002);
  });

  it("and a parameter cannot be inherited", async () => {
    expect((await call("Echo", '"__proto__":{"Echo":"x"}')).code).toBe(-32602);
    expect((await post(callText("Authenticate", '{"__proto__":{"API":1,"Password":"x"}}'))).code).toBe(
      -32005,
    );
  });

  it.each(["__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "valueOf"])(
    "%s is no key of any table",
    async (name) => {
      expect((await call("RouterInfo", `"${name}":""`)).body).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
      expect((await call("NetworkSetting", `"${name}":null`)).code).toBe(-32602);
      expect((await call("NetworkSetting", `"${name}":"1"`)).code).toBe(-32602);
      expect((await call("RouterManager", `"${name}":true`)).code).toBe(-32602);
      expect((await call("ServiceControl", `"${name}":"x"`)).result).toEqual({ SettingsSaved: false });
      expect((await call("pilothouse.webapps", `"${name}":true`)).code).toBe(-32602);
    },
  );

  it("and no part of it reaches other requests", async () => {
    await call("AdvancedSettings", '"set":{"__proto__":"polluted"}');
    await call(
      "Echo",
      '"Echo":"x","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}',
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((await call("RouterInfo", '"polluted":""')).result).toEqual({});
  });
});

describe("Nesting deeper than 64 levels is refused before it is parsed, and width does not matter", () => {
  const DEEP = 300_000;
  const nested = `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`;

  it.each([
    ["brackets without end", "[".repeat(1_000_000), -32700],
    ["objects without end", '{"a":'.repeat(200_000), -32700],
    ["brackets in an id", callText("Echo", "{}", nested), -32700],
    ["brackets for parameters", callText("Echo", nested), -32700],
    ["nothing but brackets", nested, -32700],
  ])("%s", async (_what, text, code) => {
    expect((await post(text)).code).toBe(code);
  });

  it("nesting in any parameter", async () => {
    expect((await call("Echo", `"Echo":${nested}`)).code).toBe(-32700);
    expect((await call("RouterInfo", `"svc.router.uptime":${nested}`)).code).toBe(-32700);
    expect((await call("AdvancedSettings", `"set":{"a":${nested}}`)).code).toBe(-32700);
  });

  it("up to there an id after it is found", async () => {
    const { body } = await post(
      `{"params":{"Token":"${here.token}","Echo":"x","deep":${"[".repeat(62)}${"]".repeat(62)}},"jsonrpc":"2.0","method":"Echo","id":3.0}`,
    );
    expect(body).toContain('"id":3.0,"result"');
  });

  it("fifty thousand unknown keys", async () => {
    const keys = Array.from({ length: 50_000 }, (_, n) => `"k${n}":""`).join(",");
    expect((await call("RouterInfo", keys)).result).toEqual({});
    expect((await call("NetworkSetting", keys)).code).toBe(-32602);
  });

  it("a method name, key or string as long as the body may be", async () => {
    const long = "m".repeat(900_000);
    const unknown = await post(callText(long, "{}"));
    expect(unknown.code).toBe(-32601);
    const refusal = await call("NetworkSetting", `"${long}":null`);
    expect(refusal.code).toBe(-32602);
    expect(refusal.body.length + unknown.body.length).toBeLessThan(5_000);
    expect((await call("Echo", `"Echo":"${long}"`)).result).toEqual({ Result: long });
  });
});

describe("Any bytes can be sent as a token", () => {
  it.each([
    "../../../../etc/passwd",
    "..\\..\\windows",
    "%2e%2e%2f",
    "\u0000",
    "' OR '1'='1",
    "x".repeat(500_000),
    "ключ 🔑",
    "\ud800",
    "__proto__",
    "constructor",
  ])("%j is unknown, and no more", async (Token) => {
    const { status, code } = await here.call("Echo", { Token, Echo: "x" });
    expect([status, code]).toEqual([200, -32003]);
  });
});
