import { describe, expect, it } from "vitest";
import { checkParams } from "./check.js";
import { writeResult } from "./write.js";

describe("What is written of a reading", () => {
  const first = { "router.uptime": 5, "router.net.bw.inbound.1s": 7, "router.version": "1" };
  const write = (reading: object, ...keys: string[]) => {
    const sent = Object.fromEntries(keys.map((key) => [key, ""]));
    return writeResult("RouterInfo", reading, checkParams("RouterInfo", sent).asked);
  };

  it("is the requested keys in their spelling and order, also when asked again", () => {
    const uptime = "svc.router.uptime";
    const inbound = "svc.router.net.bw.inbound.1s";
    for (let times = 0; times < 2; times++) {
      expect(write(first, uptime, inbound)).toBe(`{"${uptime}":5,"${inbound}":7.0}`);
      expect(write(first, uptime, "svc.router.version")).toBe(`{"${uptime}":5,"svc.router.version":"1"}`);
      expect(write(first, inbound, uptime)).toBe(`{"${inbound}":7.0,"${uptime}":5}`);
      expect(write(first, uptime)).toBe(`{"${uptime}":5}`);
      expect(write(first, "i2p.router.uptime", uptime)).toBe(`{"i2p.router.uptime":5,"${uptime}":5}`);
      expect(write(first)).toBe("{}");
    }
  });

  it("is never that of another reading", () => {
    const key = "svc.router.version";
    expect(write(first, key)).toBe(`{"${key}":"1"}`);
    expect(write({ ...first, "router.version": "2" }, key)).toBe(`{"${key}":"2"}`);
    expect(write({}, key)).toBe("{}");
    expect(write(first, key)).toBe(`{"${key}":"1"}`);
  });
});

describe("What is written of a call", () => {
  it("is its rows, under the names that were used, without those that have no value", () => {
    const asked = checkParams("ServiceControl", { "i2pcontrol.password": "a password" }).asked;
    const result = { "svccontrol.password": null, SettingsSaved: true };
    expect(writeResult("ServiceControl", result, asked)).toBe(
      '{"i2pcontrol.password":null,"SettingsSaved":true}',
    );
    expect(writeResult("ServiceControl", { SettingsSaved: false }, [])).toBe('{"SettingsSaved":false}');
  });

  it("may be one document", () => {
    expect(writeResult("rpc.discover", { openrpc: "1.0" }, [])).toBe('{"openrpc":"1.0"}');
  });

  it("is what each action answered", () => {
    const { asked } = checkParams("RouterManager", { Reseed: "", FindUpdates: "", Restart: "" });
    const result = { FindUpdates: "no feed", Reseed: null };
    expect(writeResult("RouterManager", result, asked)).toBe('{"Reseed":null,"FindUpdates":"no feed"}');
  });

  it("is each network setting, null where there is none, and then whether it was saved", () => {
    const keys = { "svc.router.net.bw.in": null, "i2p.router.net.ntcp.port": null };
    const { asked } = checkParams("NetworkSetting", keys);
    const values = new Map([["router.net.bw.in", "77"]]) as never;
    const flags = { SettingsSaved: true, RestartNeeded: false };
    expect(writeResult("NetworkSetting", { values, ...flags }, asked)).toBe(
      '{"svc.router.net.bw.in":"77","i2p.router.net.ntcp.port":null,"SettingsSaved":true,"RestartNeeded":false}',
    );
    expect(writeResult("NetworkSetting", { values, ...flags }, [])).toBe(
      '{"SettingsSaved":true,"RestartNeeded":false}',
    );
  });
});
