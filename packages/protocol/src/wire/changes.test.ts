import { describe, expect, it } from "vitest";
import type { ParamRow } from "../kernel/shapes.js";
import { METHOD_NAMES, type MethodName, methodRow } from "../tables/methods.js";
import { changesSomething } from "./changes.js";
import { checkParams } from "./check.js";

const changes = (method: MethodName, params: object) =>
  changesSomething(method, checkParams(method, params as never));

describe("whether a call changes something", () => {
  it.each<[MethodName, object]>([
    ["RouterInfo", { "svc.router.uptime": null }],
    ["NetworkSetting", { "svc.router.net.bw.in": null }],
    ["AdvancedSettings", { getAll: null, get: "x" }],
    ["ServiceControl", { "svccontrol.port": "1" }],
    ["pilothouse.sessions", {}],
    ["pilothouse.sessions", { revokeOthers: false }],
    ["pilothouse.tokens", {}],
    ["pilothouse.webapps", {}],
    ["pilothouse.status", {}],
  ])("not: %s %j", (method, params) => {
    expect(changes(method, params)).toBe(false);
  });

  it.each<[MethodName, object]>([
    ["Authenticate", { API: 1, Password: "x" }],
    ["NetworkSetting", { "i2p.router.net.bw.in": "5", "i2p.router.net.bw.out": null }],
    ["RouterManager", { Reseed: null }],
    ["AdvancedSettings", { set: { a: "b" }, getAll: null }],
    ["AdvancedSettings", { setAll: { a: "b" } }],
    ["ServiceControl", { "i2pcontrol.password": "a password for tests" }],
    ["pilothouse.sessions", { revokeOthers: true }],
    ["pilothouse.sessions", { revoke: "x" }],
    ["pilothouse.tokens", { revoke: "x" }],
    ["pilothouse.webapps", { name: "console", running: true }],
    ["pilothouse.logout", {}],
    ["pilothouse.createToken", { name: "a", scope: "read" }],
    ["pilothouse.password", { password: "a password for tests" }],
  ])("yes: %s %j", (method, params) => {
    expect(changes(method, params)).toBe(true);
  });

  it("is said by every method that needs more than the scope to read", () => {
    const silent = METHOD_NAMES.filter((name) => {
      const row = methodRow(name);
      if (row.shape !== "call" || row.changes) return false;
      const params = Object.values<ParamRow>(row.params);
      const needsMore = [row.scope, ...params.map(({ scope }) => scope)].some((one) => one && one !== "read");
      return needsMore && !params.some((param) => param.changes);
    });
    expect(silent).toEqual([]);
  });
});
