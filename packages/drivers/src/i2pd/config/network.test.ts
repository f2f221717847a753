import type { WritableKey } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { SettingRefused } from "../../port.js";
import { checkNamed, networkChanges, networkValue, takes } from "./network.js";

const read = (key: WritableKey, settings: { [name: string]: string }) =>
  networkValue(key, new Map(Object.entries(settings)));
const write = (writes: { [key in WritableKey]?: string | null }) =>
  Object.fromEntries(networkChanges(new Map(Object.entries(writes) as [WritableKey, string | null][])));

describe("a network setting in i2pd.conf", () => {
  it("takes fewer values than the interface allows where i2pd has no limit of 0", () => {
    expect(() => takes("router.net.bw.in")?.read("0")).toThrow('from "1" to "2147483647"');
    expect(takes("router.net.bw.out")?.read("1")).toBe("1");
    expect(takes("router.net.bw.share")).toBeUndefined();
  });

  it("is a port of its own, or the general one, or none", () => {
    expect(read("router.net.ntcp.port", { port: "4567" })).toBe("4567");
    expect(read("router.net.ntcp.port", { port: "4567", "ntcp2.port": "9" })).toBe("9");
    expect(read("router.net.ssu.port", { port: "4567", "ssu2.port": "0" })).toBe("4567");
    expect(read("router.net.ssu.port", { port: "0" })).toBeNull();
    expect(write({ "router.net.ntcp.port": "1", "router.net.ssu.port": "2" })).toEqual({
      "ntcp2.port": "1",
      "ssu2.port": "2",
    });
  });

  it.each([
    ["256", "256"],
    ["L", "48"],
    ["O", "256"],
    ["P", "2048"],
    ["X", "1000000"],
    ["512kb", "512"],
    ["2mb", "2000"],
    ["1500b", "1"],
    ["0", null],
    ["", null],
    ["fast", null],
  ])("is the number that i2pd makes of a bandwidth of %j", (said, kib) => {
    expect(read("router.net.bw.in", { bandwidth: said })).toBe(kib);
    expect(read("router.net.bw.out", { bandwidth: said })).toBe(kib);
  });

  it("is unset with all options that hold it, unless another setting gives them a value", () => {
    expect(write({ "router.net.bw.in": null, "router.net.ntcp.port": null })).toEqual({
      bandwidth: null,
      "ntcp2.port": null,
    });
    expect(write({ "router.net.ssu.autoip": null })).toEqual({ nat: null, "upnp.enabled": null });
    expect(write({ "router.net.ssu.autoip": "ssu", "router.net.upnp": null })).toEqual({
      nat: "true",
      "upnp.enabled": "false",
    });
    expect(write({ "router.net.laptopmode": null })).toEqual({});
  });

  it("is read in all the ways in which i2pd takes a switch", () => {
    expect(read("router.net.upnp", { "upnp.enabled": "yes" })).toBe("true");
    expect(read("router.net.upnp", { "upnp.enabled": "0" })).toBe("false");
    expect(read("router.net.upnp", {})).toBeNull();
  });

  it("is one of two views of the same where two settings share something", () => {
    expect(read("router.net.ssu.autoip", { nat: "false", "upnp.enabled": "true" })).toBe("local,upnp,ssu");
    expect(read("router.net.ssu.autoip", { "upnp.enabled": "true" })).toBe("upnp,ssu");
    expect(read("router.net.ssu.autoip", {})).toBeNull();
    expect(write({ "router.net.ssu.autoip": "local,ssu" })).toEqual({
      nat: "false",
      "upnp.enabled": "false",
    });
    expect(write({ "router.net.ssu.autoip": "upnp,ssu", "router.net.upnp": "true" })).toEqual({
      nat: "true",
      "upnp.enabled": "true",
    });
  });

  it.each([
    [{ "router.net.ssu.autoip": "upnp,ssu", "router.net.upnp": "false" }, "upnp.enabled"],
    [{ "router.net.bw.in": "10", "router.net.bw.out": "20" }, "bandwidth"],
    [{ "router.net.ntcp.hostname": "192.0.2.1", "router.net.ssu.hostname": "192.0.2.2" }, "host"],
    [{ "router.net.ntcp.hostname": "router.example.org" }, "IP address"],
    [{ "router.net.ntcp.autoip": "always" }, "always"],
    [{ "router.net.bw.in": "0" }, "0"],
    [{ "router.net.bw.share": "101" }, "100"],
    [{ "router.net.laptopmode": "true" }, "laptopmode"],
  ] as const)("is refused, with the reason, when i2pd cannot have it: %j", (writes, why) => {
    expect(() => write(writes)).toThrow(SettingRefused);
    expect(() => write(writes)).toThrow(why);
    const key = Object.keys(writes).at(-1);
    expect(() => write(writes)).toThrow(expect.objectContaining({ key }));
  });

  it("is judged by the same measure under its own name", () => {
    for (const [name, value] of [
      ["share", "101"],
      ["share", "x"],
      ["bandwidth", "fast"],
      ["host", "router.example.org"],
    ] as const)
      expect(() => checkNamed(name, value), name).toThrow(SettingRefused);
    for (const [name, value] of [
      ["share", "0"],
      ["bandwidth", "X"],
      ["host", "2001:db8::1"],
      ["host", ""],
      ["loglevel", "anything"],
    ] as const)
      expect(() => checkNamed(name, value), name).not.toThrow();
  });
});
