import { describe, expect, it } from "vitest";
import { acts, type ParamDefinition, sets } from "../kernel/shapes.js";
import { METHOD_NAMES, type MethodName, methodDefinition } from "../tables/methods.js";
import { digits } from "../value-types/setting-types.js";
import { count, nothing } from "../value-types/value-types.js";
import { callable, changesSomething } from "./callable.js";
import { checkParams } from "./check.js";
import { scopeNeeded } from "./scope-needed.js";
import { writeResult } from "./write.js";

const changes = (method: MethodName, params: object) =>
  changesSomething(method, checkParams(method, params as never));

describe("a method that is not in the table", () => {
  const turn = callable(
    "example.turn",
    acts("Turns things.", {
      Left: {
        result: nothing,
        description: "To the left.",
        scope: "operate",
        lifecycle: { next: "stop", graceful: false },
      },
      Right: {
        result: nothing,
        description: "To the right.",
        scope: "settings",
        lifecycle: { next: "stop", graceful: false },
      },
      Wait: { result: count, description: "Waits.", scope: "read" },
    }),
  );
  const keep = callable(
    "example.keep",
    sets("Keeps things.", "settings", { "example.port": { type: digits(1, 9), description: "A port." } }),
  );

  it("is checked by its definition", () => {
    expect(checkParams(turn, { Wait: "", Left: "" }).params).toEqual(["Left", "Wait"]);
    const both = { Left: "", Right: "" };
    expect(() => checkParams(turn, both)).toThrow("Left, Right contradict each other; give one");
    expect(() => checkParams(turn, {})).toThrow("no action given; there are Left, Right, Wait");
    expect(() => checkParams(keep, { "svc.example.port": "10" })).toThrow("svc.example.port wants");
    expect(() => checkParams(keep, { port: "1" })).toThrow("example.keep does not know");
  });

  it("is written in the caller's spelling", () => {
    const { asked } = checkParams(keep, { "i2p.example.port": "1" });
    const result = { values: new Map([["example.port", "1"]]), SettingsSaved: true, RestartNeeded: false };
    expect(writeResult(keep, result, asked)).toBe(
      '{"i2p.example.port":"1","SettingsSaved":true,"RestartNeeded":false}',
    );
    expect(writeResult(turn, { Wait: 3 }, checkParams(turn, { Wait: "" }).asked)).toBe('{"Wait":3}');
  });

  it("needs the scope of its keys, and says whether it changes something", () => {
    expect(scopeNeeded(turn, checkParams(turn, { Wait: "", Right: "" }))).toMatchObject({
      scope: "settings",
      what: "example.turn with Right",
    });
    const read = checkParams(keep, { "svc.example.port": null });
    expect(scopeNeeded(keep, read).scope).toBe("read");
    expect(changesSomething(keep, read)).toBe(false);
    expect(changesSomething(turn, checkParams(turn, { Wait: "" }))).toBe(true);
  });
});

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
      const row = methodDefinition(name);
      if (row.shape !== "call" || row.changes) return false;
      const params = Object.values<ParamDefinition>(row.params);
      const needsMore = [row.scope, ...params.map(({ scope }) => scope)].some((one) => one && one !== "read");
      return needsMore && !params.some((param) => param.changes);
    });
    // They read and fill files that only this session has, of which the beginning or the end is recorded.
    expect(silent).toEqual(["pilothouse.backupPart", "pilothouse.restorePart", "pilothouse.restoreCheck"]);
  });
});
