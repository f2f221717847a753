import { describe, expect, it } from "vitest";
import { includes, SCOPE_NAMES } from "../kernel/scope.js";
import { acts, call } from "../kernel/shapes.js";
import { METHOD_NAMES, METHODS, type MethodName, methodDefinition } from "../tables/methods.js";
import { checkParams } from "./check.js";
import { scopeNeeded, scopesOf } from "./scope-needed.js";

describe("scopes", () => {
  it("include those before them", () => {
    for (const [at, held] of SCOPE_NAMES.entries())
      for (const [n, needed] of SCOPE_NAMES.entries()) expect(includes(held, needed)).toBe(n <= at);
  });

  it("are wanted of every method that wants a token, by the compiler", () => {
    // @ts-expect-error: without a scope
    call({ guard: "token", description: "", params: {}, result: {}, others: "refused" });
    // @ts-expect-error: an action without a scope
    acts("", { Act: { description: "", result: METHODS.Echo.result.Result.kind } });
    for (const name of METHOD_NAMES)
      expect([name, methodDefinition(name).scope === undefined]).toEqual([
        name,
        methodDefinition(name).guard === "open",
      ]);
  });

  it("are listed for people, the method's own first", () => {
    expect([...scopesOf(METHODS.AdvancedSettings)]).toEqual([
      ["read", []],
      ["all", ["setAll"]],
      ["settings", ["set"]],
    ]);
    expect([...scopesOf(METHODS.NetworkSetting)]).toEqual([
      ["read", []],
      ["settings", ["a value to write"]],
    ]);
    expect([...scopesOf(METHODS.RouterManager).keys()]).toEqual(["read", "operate"]);
  });

  it("are those of the method for the shapes of methods, made by hand", () => {
    const made = call({
      ...{ guard: "token", scope: "operate", description: "", result: {}, others: "refused" },
      params: {
        same: { type: METHODS.Echo.params.Echo.type, description: "", scope: "operate" },
        more: { type: METHODS.Echo.params.Echo.type, description: "", scope: "all" },
      },
    });
    expect(made.shape).toBe("call");
    expect([...scopesOf(made)]).toEqual([
      ["operate", []],
      ["all", ["more"]],
    ]);
    const acting = acts("x", {
      Act: { description: "", result: METHODS.Echo.result.Result.type, scope: "all" },
    });
    expect(acting).toMatchObject({ shape: "acts", guard: "token", scope: "read", description: "x" });
    expect([...scopesOf(acting)]).toEqual([
      ["read", []],
      ["all", ["Act"]],
    ]);
    expect([...scopesOf(METHODS.Authenticate)]).toEqual([["read", []]]);
  });

  it.each<[MethodName, object, string, string?]>([
    ["Authenticate", { API: 1, Password: "x" }, "read"],
    ["Echo", { Echo: "x" }, "read"],
    ["RouterInfo", { "i2p.router.version": "" }, "read"],
    ["NetworkSetting", { "i2p.router.net.bw.in": null }, "read"],
    ["NetworkSetting", { "i2p.router.net.bw.in": "5" }, "settings", "i2p.router.net.bw.in"],
    [
      "NetworkSetting",
      { "svc.router.net.bw.in": null, "svc.router.net.bw.out": "5" },
      "settings",
      "svc.router.net.bw.out",
    ],
    ["RouterManager", { Restart: null }, "operate", "Restart"],
    ["RouterManager", { FindUpdates: null, Restart: null }, "operate", "FindUpdates"],
    ["AdvancedSettings", { get: "loglevel" }, "read"],
    ["AdvancedSettings", { get: "http.password" }, "all", "get"],
    // Whether it holds a secret shows only with its value.
    ["AdvancedSettings", { get: "some.key" }, "read"],
    ["AdvancedSettings", { set: { loglevel: "info" } }, "settings", "set"],
    ["AdvancedSettings", { set: { loglevel: "info", "http.password": "x" } }, "all", "set"],
    ["AdvancedSettings", { set: { proxy: "http://user:word@proxy.example/" } }, "all", "set"],
    // Whose software the router installs.
    ["AdvancedSettings", { set: { loglevel: "info", "router.updateUnsigned": "true" } }, "all", "set"],
    ["AdvancedSettings", { set: { "routerconsole.auth.enable": "false" } }, "all", "set"],
    // Where the password of i2pd's console is sent.
    ["AdvancedSettings", { set: { "http.port": "7071" } }, "all", "set"],
    ["AdvancedSettings", { get: "router.updateUnsigned" }, "read"],
    [
      "pilothouse.apply",
      { checksum: "0".repeat(32), advanced: { "router.trustedUpdateKeys": "x" } },
      "all",
      "advanced",
    ],
    ["AdvancedSettings", { setAll: { loglevel: "info" } }, "all", "setAll"],
    ["pilothouse.tokens", {}, "all"],
  ])("are what a call needs: %s with %j", (method, sent, scope, key) => {
    const need = scopeNeeded(method, checkParams(method, sent as { readonly [name: string]: unknown }));
    const what = key === undefined ? method : `${method} with ${key}`;
    expect(need).toEqual({ scope, method, what, ...(key !== undefined && { key }) });
  });
});
