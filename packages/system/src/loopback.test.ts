import { describe, expect, it } from "vitest";
import { isLoopback, isLoopbackAddress } from "./loopback.js";

describe("loopback", () => {
  it.each([
    "localhost",
    "127.0.0.1",
    "127.255.255.254",
    "::1",
    "[::1]",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
  ])("is %s", (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    "",
    "0.0.0.0",
    "::",
    "128.0.0.1",
    "126.255.255.255",
    "::2",
    "127.0.0.1.example.com",
    "127.1",
    "0127.0.0.1",
    "localhost.example.com",
    "::ffff:192.0.2.1",
    "[127.0.0.1",
    "1::1",
  ])("is not %s", (host) => {
    expect(isLoopback(host)).toBe(false);
  });

  it("is no name and has no brackets where an address is wanted", () => {
    expect(["localhost", "[::1]", "::1", "127.0.0.1"].filter(isLoopbackAddress)).toEqual([
      "::1",
      "127.0.0.1",
    ]);
  });
});
