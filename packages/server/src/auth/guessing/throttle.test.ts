import { describe, expect, it } from "vitest";
import { countedAs, isFromLoopback } from "./address.js";
import { LoginThrottle } from "./throttle.js";

const MINUTE = 60_000;

function makeThrottle() {
  const clock = { time: 1_000_000 };
  const throttle = new LoginThrottle(() => clock.time);
  const fail = (times: number, address = "192.0.2.1") => {
    for (let time = 0; time < times; time++) throttle.failed(address);
  };
  return { clock, throttle, fail };
}

describe("the throttle of logins", () => {
  it("lets nine failures pass and locks at the tenth, for a minute", () => {
    const { clock, throttle, fail } = makeThrottle();
    fail(9);
    expect(throttle.wait("192.0.2.1")).toBe(0);
    fail(1);
    expect(throttle.wait("192.0.2.1")).toBe(60);
    clock.time += MINUTE - 1;
    expect(throttle.wait("192.0.2.1")).toBe(1);
    clock.time += 1;
    expect(throttle.wait("192.0.2.1")).toBe(0);
  });

  it("doubles the wait each time, up to fifteen minutes", () => {
    const { clock, throttle, fail } = makeThrottle();
    const waits = Array.from({ length: 6 }, () => {
      fail(10);
      const wait = throttle.wait("192.0.2.1");
      clock.time += wait * 1_000;
      return wait;
    });
    expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
  });

  it("does not lengthen a lock by a guess that was already being checked when it began", () => {
    const { clock, throttle, fail } = makeThrottle();
    fail(11);
    expect(throttle.wait("192.0.2.1")).toBe(60);
    clock.time += MINUTE;
    expect(throttle.wait("192.0.2.1")).toBe(0);
  });

  it("counts by the minute", () => {
    const { clock, throttle, fail } = makeThrottle();
    for (let minute = 0; minute < 5; minute++) {
      fail(9);
      clock.time += MINUTE;
    }
    expect(throttle.wait("192.0.2.1")).toBe(0);
  });

  it("forgets after a success, and after a quarter of an hour of quiet", () => {
    const { clock, throttle, fail } = makeThrottle();
    fail(9);
    throttle.succeeded("192.0.2.1");
    fail(9);
    expect(throttle.wait("192.0.2.1")).toBe(0);
    fail(1);
    clock.time += MINUTE + 15 * MINUTE;
    fail(10);
    expect(throttle.wait("192.0.2.1")).toBe(60);
  });

  it("keeps addresses apart", () => {
    const { throttle, fail } = makeThrottle();
    fail(10);
    expect(throttle.wait("192.0.2.2")).toBe(0);
  });

  it.each([
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["192.0.2.7", "192.0.2.7"],
    ["local", "local"],
    ["::ffff:10.20.30.40", "10.20.30.40"],
    ["128.0.0.1", "128.0.0.1"],
    ["::ffff:0:1", "0.0.0.1"],
    ["::fffe:192.0.2.7", "0:0:0:0"],
    ["64:ff9b:1::1", "64:ff9b:1:0"],
    ["0:0:0:0:0:1:0:1", "0:0:0:0"],
    ["::1:1", "0:0:0:0"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4"],
    ["1::", "1:0:0:0"],
    ["::ffff:c000:207", "192.0.2.7"],
    ["0:0:0:0:0:ffff:c000:207", "192.0.2.7"],
    ["64:ff9b::192.0.2.7", "192.0.2.7"],
    ["64:ff9b::c000:208", "192.0.2.8"],
    ["64:ff9b::7f00:1", "127.0.0.1"],
    ["::1", "loopback"],
    ["0:0:0:0:0:0:0:1", "loopback"],
    ["127.0.0.1", "loopback"],
    ["127.200.3.4", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f01:203", "loopback"],
    ["::2", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["2001:0db8:0000:0001:1:2:3:4", "2001:db8:0:1"],
  ])("counts %s as %s", (address, expected) => {
    expect(countedAs({ address })).toBe(expected);
  });

  it("counts what proxies report as loopback apart from this machine, and a claim of any client not", () => {
    for (const address of ["127.0.0.1", "127.0.0.9", "::1", "::ffff:7f00:1"]) {
      expect(countedAs({ address, forwarded: "believed" })).toBe("forwarded loopback");
      expect(countedAs({ address, forwarded: "claimed" })).toBe("loopback");
      expect(isFromLoopback({ address })).toBe(true);
      for (const forwarded of ["believed", "claimed"] as const)
        expect(isFromLoopback({ address, forwarded })).toBe(false);
    }
    // A neighbour in the network can give itself such an address.
    expect(isFromLoopback({ address: "64:ff9b::127.0.0.1" })).toBe(false);
  });

  it("remembers a bounded number of addresses, the last ones", () => {
    const { throttle, fail } = makeThrottle();
    const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
    fail(10, "198.51.100.1");
    for (let index = 0; index < 100_000; index++) fail(1, address(index));
    expect(throttle.size).toBe(50_000);
    expect(throttle.wait("198.51.100.1")).toBe(0);
    fail(9, address(99_999));
    expect(throttle.wait(address(99_999))).toBe(60);
    fail(10, address(0));
    expect(throttle.size).toBe(50_000);
  });
});
