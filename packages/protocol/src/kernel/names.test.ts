import { describe, expect, it } from "vitest";
import { bySpelling, dialectOf, respelled, spelled } from "./names.js";

describe("the two spellings of a name", () => {
  it.each([
    ["svc.router.uptime", "i2p.router.uptime"],
    ["svccontrol.password", "i2pcontrol.password"],
    ["ServiceControl", "I2PControl"],
    ["Echo", "Echo"],
    ["ServiceControlled", "ServiceControlled"],
    ["x.svc.y", "x.svc.y"],
  ])("of %s are this and %s", (name, other) => {
    expect(spelled(name, "svc")).toBe(name);
    expect(spelled(name, "i2p")).toBe(other);
  });

  it("lead to what is meant", () => {
    const found = bySpelling([
      ["svc.a", 1],
      ["b", 2],
    ]);
    expect([...found]).toEqual([
      ["svc.a", 1],
      ["i2p.a", 1],
      ["b", 2],
    ]);
  });

  it("are spelled otherwise in a text, where they are whole", () => {
    const text =
      "svc.router.uptime and svccontrol.password of ServiceControl; ServiceControls, mysvc.a, a.svc.b";
    expect(respelled(text, "i2p")).toBe(
      "i2p.router.uptime and i2pcontrol.password of I2PControl; ServiceControls, mysvc.a, a.svc.b",
    );
    expect(respelled(text, "svc")).toBe(text);
  });

  it.each([
    [["svc.router.uptime", "Echo"], "svc"],
    [["i2p.router.uptime"], "i2p"],
    [["I2PControl"], "i2p"],
    [["ServiceControl"], "svc"],
    [["ServiceControls"], undefined],
    [["I2PControls"], undefined],
    [["Echo"], undefined],
    [["svc.a", "i2p.b"], undefined],
    [[], undefined],
  ])("show the dialect of %j: %s", (names, dialect) => {
    expect(dialectOf(names)).toBe(dialect);
  });
});
