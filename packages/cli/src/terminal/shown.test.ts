import { describe, expect, it } from "vitest";
import { shownInfo, shownRate, shownSetting } from "./shown.js";

describe("a value with the unit of its row", () => {
  it.each([
    ["net.bw.transit.15s", 2_048, "2.00 KiB/s"],
    ["net.transit.sent.bytes", 3 * 1_024 ** 2, "3.00 MiB"],
    ["net.tunnels.totalsuccessrate", 42.25, "42.3%"],
    ["netdb.floodfills", 12, "12"],
    ["netdb.isreseeding", true, "yes"],
  ] as const)("is shown for %s: %s is %s", (name, value, shown) => {
    expect(shownInfo(name, value)).toBe(shown);
  });

  it.each([
    ["bw.sendBps", 1_024, "1.00 KiB/s"],
    ["tunnel.buildClientSuccess", 350.456, "350.46 ms"],
    ["router.memoryUsed", 1_024 ** 2, "1.00 MiB"],
    ["router.activePeers", 7.5, "7.5"],
    ["a statistic of another server", 1.25, "1.25"],
  ])("is shown for the statistic %s: %d is %s", (stat, value, shown) => {
    expect(shownRate(stat, value)).toBe(shown);
  });

  it("is shown for a setting as it is saved", () => {
    expect([
      shownSetting("bw.in", "100"),
      shownSetting("bw.share", "80"),
      shownSetting("upnp", "true"),
    ]).toEqual(["100 KiB/s", "80%", "true"]);
  });
});
