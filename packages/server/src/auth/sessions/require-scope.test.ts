import { checkParams, type MethodName, SCOPE_NAMES, type Scope } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { requireScope } from "./require-scope.js";

/** Which scopes may make this call. */
function admitted(method: MethodName, params: { readonly [key: string]: unknown }) {
  const checked = checkParams(method, params);
  return SCOPE_NAMES.filter((held) => {
    try {
      requireScope(held, method, checked);
      return true;
    } catch {
      return false;
    }
  });
}

describe("the scope of a token", () => {
  it.each<[MethodName, { readonly [key: string]: unknown }, Scope[]]>([
    ["RouterInfo", { "router.uptime": null }, ["read", "operate", "settings", "all"]],
    ["RouterManager", { Restart: null }, ["operate", "settings", "all"]],
    ["NetworkSetting", { "svc.router.net.bw.in": null }, ["read", "operate", "settings", "all"]],
    ["NetworkSetting", { "svc.router.net.bw.in": "64" }, ["settings", "all"]],
    ["AdvancedSettings", { set: { loglevel: "info" } }, ["settings", "all"]],
    ["AdvancedSettings", { set: { "http.pass": "x" } }, ["all"]],
  ])("lets %s with %j through for %j", (method, params, scopes) => {
    expect(admitted(method, params)).toEqual(scopes);
  });

  it("that is not enough is named in the error, with the one that is, for people and for programs", () => {
    const restart = checkParams("RouterManager", { Restart: null });
    const refused = (holder?: string) => {
      try {
        requireScope("read", "RouterManager", restart, holder);
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(refused()).toMatchObject({
      kind: "outOfScope",
      message: expect.stringContaining(
        "RouterManager with Restart needs the scope operate, and this token has read",
      ),
      data: { scope: "operate", code: "scope.needed" },
    });
    expect(refused("the caller is granted")).toMatchObject({
      message: expect.stringContaining("operate, and the caller is granted read"),
    });
  });
});
