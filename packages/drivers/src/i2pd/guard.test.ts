import { describe, expect, it } from "vitest";
import { SettingRefused } from "../port.js";
import { checkWrite, isOwn } from "./guard.js";

describe("a setting written from afar", () => {
  it.each([
    ["i2pcontrol.port", "7650"],
    ["i2pcontrol.enabled", "false"],
    ["i2pcontrol.password", "itoopie"],
    ["i2pcontrol.cert", "/tmp/x"],
    ["daemon", "true"],
    ["datadir", "/tmp"],
    ["conf", "/tmp/x"],
    ["pidfile", "/tmp/x"],
    ["http.address", "0.0.0.0"],
    ["http.address", "192.0.2.1"],
  ])("is refused by name when it opens the router or cuts us off: %s = %s", (name, value) => {
    expect(() => checkWrite(name, value)).toThrow(SettingRefused);
    expect(() => checkWrite(name, value)).toThrow(name);
  });

  it.each([
    ["[i2pcontrol", "x]"],
    [" i2pcontrol.port", "1"],
    ["i2pcontrol .port", "1"],
    ["a\nb", "1"],
    ["", "1"],
    ["a=b", "1"],
    ["a..b", "1"],
    ["share", "5 # of it"],
    ["share", " 5"],
    ["share", "5\ni2pcontrol.enabled = false"],
  ])(
    "is refused when it would not stand in the file as one line that means just that: %j = %j",
    (name, value) => {
      expect(() => checkWrite(name, value)).toThrow(SettingRefused);
    },
  );

  it.each([
    ["share", "80"],
    ["httpproxy.i2cp.leaseSetEncType", "4,0"],
    ["reseed.urls", ""],
    ["http.address", "127.0.0.1"],
    ["daemon", "false"],
    ["unix.handle_sigtstp", "true"],
    ["httpproxy.outproxy", "http://a.i2p/;b=c"],
  ])("is let through otherwise: %s = %s", (name, value) => {
    expect(() => checkWrite(name, value)).not.toThrow();
  });

  it("is never shown when it is the service's own", () => {
    expect(isOwn("i2pcontrol.password")).toBe(true);
    expect(isOwn("http.pass")).toBe(false);
  });
});
