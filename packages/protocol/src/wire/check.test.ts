import { describe, expect, it } from "vitest";
import { RpcError } from "../kernel/errors.js";
import type { MethodName } from "../tables/methods.js";
import { digits } from "../value-types/setting-types.js";
import { checkParams, findMethod } from "./check.js";

/** The error that refuses these parameters. */
function refusal(method: MethodName, sent: object): RpcError {
  try {
    checkParams(method, sent as { readonly [name: string]: unknown });
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
  throw new Error("was not refused");
}
const checked = (method: MethodName, sent: object) =>
  checkParams(method, sent as { readonly [name: string]: unknown });

describe("the name of a method", () => {
  it.each([
    ["Echo", "Echo"],
    ["ServiceControl", "ServiceControl"],
    ["I2PControl", "ServiceControl"],
    ["echo", undefined],
    ["toString", undefined],
  ])("%s stands for %s", (wire, name) => {
    expect(findMethod(wire)).toBe(name);
  });
});

describe("the parameters of a plain call", () => {
  it("are those with a row; others are passed over", () => {
    const { params, asked } = checked("Echo", { Token: "t", Echo: "hello", more: 1 });
    expect(params).toEqual({ Echo: "hello" });
    expect(asked.map(({ wire, key }) => [wire, key])).toEqual([["Echo", "Echo"]]);
  });

  it("are refused where the method allows no others, except those that every method takes", () => {
    expect(checked("pilothouse.logout", { Token: "t", API: 1 }).params).toEqual({});
    expect(refusal("pilothouse.logout", { more: 1 })).toMatchObject({
      code: -32602,
      message: 'Invalid parameters: pilothouse.logout does not know "more"; it takes after, device',
      data: { key: "more", reason: "it takes after, device" },
    });
  });

  it("are named when one is missing or bad", () => {
    expect(refusal("Echo", {})).toMatchObject({
      code: -32602,
      message: "Invalid parameters: Echo is missing",
      data: { key: "Echo", reason: "is missing" },
    });
    expect(refusal("Echo", { Echo: null }).message).toBe("Invalid parameters: Echo wants a string, got null");
    expect(refusal("Echo", { Echo: 5 }).message).toBe("Invalid parameters: Echo wants a string, got 5");
  });

  it("have errors of their own where the interface says so", () => {
    expect(refusal("Authenticate", { Password: "x" })).toMatchObject({ code: -32005 });
    expect(refusal("Authenticate", { API: null, Password: "x" })).toMatchObject({ code: -32005 });
    expect(refusal("Authenticate", { API: 2, Password: "x" })).toMatchObject({ code: -32006 });
    expect(refusal("Authenticate", { API: 1 })).toMatchObject({ code: -32602, data: { key: "Password" } });
    expect(checked("Authenticate", { API: "1", Password: "x" }).params).toEqual({ API: 1, Password: "x" });
  });

  it("may be left out when they are optional, and are checked when they are not", () => {
    expect(checked("pilothouse.history", { from: 1, to: 2 }).params).toEqual({ from: 1, to: 2 });
    expect(checked("pilothouse.history", { from: 1, to: 2, points: 10 }).params).toEqual({
      from: 1,
      to: 2,
      points: 10,
    });
    expect(refusal("pilothouse.history", { from: 1, to: 2, points: 9 }).data).toEqual({
      key: "points",
      reason: "wants a whole number from 10 to 2000, got 9",
      code: "value.wants",
      values: {
        wants: "a whole number from 10 to 2000",
        "wants.code": "wants.whole",
        "wants.least": 10,
        "wants.most": 2_000,
        got: "9",
      },
    });
    expect(refusal("pilothouse.history", { from: 1, to: 2, points: null }).data?.key).toBe("points");
  });

  it("are read in either spelling, of two the last", () => {
    const { params, asked } = checked("ServiceControl", {
      "svccontrol.password": "the first one",
      "i2pcontrol.password": "the second one",
    });
    expect(params).toEqual({ "svccontrol.password": "the second one" });
    expect(asked.map(({ wire }) => wire)).toEqual(["svccontrol.password", "i2pcontrol.password"]);
  });

  it("are refused before they are looked at when they are very many settings", () => {
    const some = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, ""]));
    expect(() => checked("AdvancedSettings", { set: some(5_000) })).not.toThrow();
    expect(refusal("AdvancedSettings", { set: { ...some(5_001), "=": 1 } })).toMatchObject({
      kind: "invalidParams",
      data: { key: "set", reason: "wants 5000 settings at most, got 5002" },
    });
  });

  it("never repeat a secret in a refusal", () => {
    expect(refusal("Authenticate", { API: 1, Password: 12_345 }).message).not.toContain("12345");
  });
});

describe("an unknown parameter", () => {
  it("is answered with the right spelling where only the case is wrong", () => {
    expect(refusal("AdvancedSettings", { Set: {} })).toMatchObject({
      message: 'Invalid parameters: AdvancedSettings does not know "Set"; it is spelled "set"',
      data: { key: "Set", reason: 'it is spelled "set"' },
    });
  });

  it("is answered with what there is, and cut when it is long", () => {
    expect(refusal("AdvancedSettings", { other: 1 }).data).toEqual({
      key: "other",
      reason: "it takes setAll, set, getAll, get, IfRevision",
    });
    const long = refusal("AdvancedSettings", { ["x".repeat(81)]: 1 });
    expect(long.message).toContain(`"${"x".repeat(80)}…"`);
    expect(long.data?.key).toBe("x".repeat(80));
    expect(refusal("AdvancedSettings", { ["x".repeat(80)]: 1 }).message).toContain(`"${"x".repeat(80)}"`);
  });
});

describe("keys that are read", () => {
  it("are taken in their order and spelling, with any value; unknown ones are left out", () => {
    const sent = { "i2p.router.uptime": null, unknown: 1, "svc.router.version": "", Token: "t" };
    const { params, asked } = checked("RouterInfo", sent);
    expect(params).toEqual(["router.uptime", "router.version"]);
    expect(asked.map(({ wire, label }) => [wire, label])).toEqual([
      ["i2p.router.uptime", '"i2p.router.uptime":'],
      ["svc.router.version", '"svc.router.version":'],
    ]);
    expect(asked.map(({ write }) => write(5))).toEqual(["5", "5"]);
  });
});

describe("settings that are read and written", () => {
  const [port, bandwidth] = ["svc.router.net.ntcp.port", "svc.router.net.bw.in"];

  it("are read with null and written with a string", () => {
    const { params } = checked("NetworkSetting", { [port]: null, [bandwidth]: "77" });
    expect(params).toEqual({
      keys: ["router.net.ntcp.port", "router.net.bw.in"],
      writes: new Map([["router.net.bw.in", "77"]]),
    });
  });

  it("are refused with another value, one out of bounds, under both names, or unknown", () => {
    expect(refusal("NetworkSetting", { [port]: 7 }).data).toEqual({
      key: port,
      reason: "wants null to read it or a string to write it",
    });
    expect(refusal("NetworkSetting", { [port]: "0" }).data?.key).toBe(port);
    expect(refusal("NetworkSetting", { [bandwidth]: "1", "i2p.router.net.bw.in": "1" }).data).toEqual({
      key: "i2p.router.net.bw.in",
      reason: "is given under both its names",
    });
    expect(refusal("NetworkSetting", { "svc.router.net.other": null }).message).toContain(
      'NetworkSetting does not know "svc.router.net.other"; it takes svc.router.net.',
    );
  });

  it("are refused within the bounds of the interface where the router has narrower ones, with those", () => {
    const narrower = (key: string) => (key === "router.net.bw.in" ? digits(5, 100) : undefined);
    const check = (sent: object) => checkParams("NetworkSetting", sent as never, narrower);
    for (const value of ["-1", "0", "101"])
      expect(() => check({ "i2p.router.net.bw.in": value })).toThrow(
        `i2p.router.net.bw.in wants a string of decimal digits from "5" to "100", got "${value}"`,
      );
    expect(check({ [bandwidth]: "5", [port]: "1" }).params).toMatchObject({ writes: { size: 2 } });
  });

  it("may be asked for under both names, and then once", () => {
    const { params, asked } = checked("NetworkSetting", { [port]: null, "i2p.router.net.ntcp.port": null });
    expect(params).toMatchObject({ keys: ["router.net.ntcp.port"] });
    expect(asked.length).toBe(2);
  });

  it("are left as they are where they can only be read, with any value sent", () => {
    const { params } = checked("NetworkSetting", { "svc.router.net.ssu.detectedip": "x" });
    expect(params).toEqual({ keys: ["router.net.ssu.detectedip"], writes: new Map() });
  });
});

describe("actions", () => {
  it("are carried out in the order of the table, each once", () => {
    const { params, asked } = checked("RouterManager", { Restart: null, Reseed: "", FindUpdates: true });
    expect(params).toEqual(["FindUpdates", "Reseed", "Restart"]);
    expect(asked.map(({ wire }) => wire)).toEqual(["Restart", "Reseed", "FindUpdates"]);
    expect(asked.at(-1)?.write(true)).toBe("true");
    expect(asked.at(0)?.write(null)).toBe("null");
  });

  it("are refused when there is none, one is false or unknown, or two contradict each other", () => {
    expect(refusal("RouterManager", { Token: "t" }).message).toBe(
      "Invalid parameters: no action given; there are FindUpdates, Update, Reseed, Restart, RestartGraceful, Shutdown, ShutdownGraceful",
    );
    expect(refusal("RouterManager", { Restart: false }).data).toEqual({
      key: "Restart",
      reason: "is false; leave out what is not to be done",
    });
    expect(refusal("RouterManager", { Reboot: null }).data?.key).toBe("Reboot");
    expect(refusal("RouterManager", { Restart: null, Shutdown: null }).message).toBe(
      "Invalid parameters: Restart, Shutdown contradict each other; give one",
    );
  });
});
