import { describe, expect, it } from "vitest";
import { netStatus, type ReportedStatus } from "./net-status.js";

const OLD = [2, 48, 0] as const;
const NEW = [2, 49, 0] as const;
const reported = (over: Partial<ReportedStatus>) =>
  netStatus({
    version: NEW,
    status: 0,
    error: 0,
    testing: 0,
    activePeers: 5,
    hidden: false,
    floodfill: false,
    udp: true,
    ...over,
  });

describe("the network status", () => {
  it("is counted as each version counts", () => {
    expect([0, 1, 2, 3, 4, 5].map((status) => reported({ version: OLD, status }))).toEqual([
      0, 1, 2, 1, 2, 0,
    ]);
    expect([0, 1, 2, 3, 4, 5].map((status) => reported({ version: NEW, status }))).toEqual([
      0, 2, 1, 2, 0, 2,
    ]);
  });

  it("is no active peers where nothing is known and there are no peers", () => {
    expect(reported({ version: OLD, status: 3, activePeers: 0 })).toBe(13);
    expect(reported({ status: 2, activePeers: 0 })).toBe(13);
    expect(reported({ status: 77, activePeers: 0 })).toBe(13);
  });

  it("is the error that i2pd reports, where the interface has one like it", () => {
    expect([1, 2, 3, 4, 5].map((error) => reported({ status: 1, error }))).toEqual([9, 13, 11, 2, 2]);
  });

  it("is testing while i2pd tests, unless it was found to be reachable before", () => {
    expect(reported({ status: 1, testing: 1 })).toBe(1);
    expect(reported({ status: 0, testing: 1 })).toBe(0);
  });

  it("is more exact by what the router was set to", () => {
    expect(reported({ hidden: true })).toBe(3);
    expect(reported({ status: 1, floodfill: true })).toBe(5);
    expect(reported({ status: 1, udp: false })).toBe(7);
  });
});
