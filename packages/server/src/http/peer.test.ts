import { describe, expect, it } from "vitest";
import type { Head } from "./gates.js";
import { peerOf } from "./peer.js";

const PROXY = "10.0.0.1";
const behind = (forwarded: string | undefined, trusted = [PROXY, "10.0.0.2"]) =>
  peerOf(
    { headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress: PROXY } } as unknown as Head,
    trusted,
  ).address;

describe("who is calling through a proxy", () => {
  it.each([
    ["203.0.113.5", "203.0.113.5"],
    ["198.51.100.1, 203.0.113.5", "203.0.113.5"],
    ["198.51.100.1, 203.0.113.5:51234", "203.0.113.5"],
    ["198.51.100.1, 203.0.113.5:51234, 10.0.0.2:80", "203.0.113.5"],
    ["2001:db8::5", "2001:db8::5"],
    ["[2001:db8::5]", "2001:db8::5"],
    ["198.51.100.1,[2001:db8::5]:443", "2001:db8::5"],
    ["::ffff:203.0.113.5", "203.0.113.5"],
  ])("of %j the last that is no proxy of ours: %s", (forwarded, expected) => {
    expect(behind(forwarded)).toBe(expected);
  });

  it.each([
    "198.51.100.1, unknown",
    "198.51.100.1, _hidden",
    "198.51.100.1, 203.0.113.5:port",
    "198.51.100.1, [203.0.113.5",
    "198.51.100.1,",
    "198.51.100.1, 10.0.0.2, nonsense, 10.0.0.2",
    "",
    undefined,
  ])("the proxy itself when that cannot be read: %j", (forwarded) => {
    expect(behind(forwarded)).toBe(PROXY);
  });

  it("only our own proxies are believed", () => {
    expect(behind("203.0.113.5", ["10.9.9.9"])).toBe(PROXY);
  });

  it("whether it was forwarded is said too, also when no address is", () => {
    const forwarded = (headers: Head["headers"], trusted = [PROXY]) =>
      peerOf({ headers, socket: { remoteAddress: PROXY } } as unknown as Head, trusted).forwarded;
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via", "x-i2p-desthash"]) {
      expect(forwarded({ [name]: "" })).toBe("believed");
      expect(forwarded({ [name]: "127.0.0.1" }, [])).toBe("claimed");
    }
    expect(forwarded({ "x-forwarded-host": "localhost" })).toBeUndefined();
  });
});
