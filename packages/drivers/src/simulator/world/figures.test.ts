import { ROUTER_STATS, type RouterStat } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { Figures } from "./figures.js";

const STATS = Object.keys(ROUTER_STATS) as RouterStat[];
const HOUR = 3_600_000;

function lived(seed: number, ms: number, peers = 100): Figures {
  const figures = new Figures(seed);
  figures.clear();
  for (let time = 1_000; time <= ms; time += 1_000) figures.step({ time, peers, tunnels: 50 });
  return figures;
}
const means = (figures: Figures, period = HOUR, now = HOUR) =>
  STATS.map((stat) => figures.mean(stat, now, period));

describe("the figures of a simulated router", () => {
  it("are the same for the same seed, and others for another", () => {
    expect(means(lived(7, HOUR))).toEqual(means(lived(7, HOUR)));
    expect(means(lived(7, HOUR))).not.toEqual(means(lived(8, HOUR)));
  });

  it("are such as a router has", () => {
    const figures = lived(1, HOUR);
    const mean = (stat: RouterStat) => figures.mean(stat, HOUR, HOUR);
    expect(mean("tunnel.buildRequestTime")).toBeLessThan(mean("tunnel.buildExploratorySuccess"));
    expect(mean("tunnel.buildExploratorySuccess")).toBeLessThan(mean("tunnel.buildExploratoryExpire"));
    expect(mean("tunnel.buildClientReject")).toBeLessThan(mean("tunnel.buildClientExpire"));
    expect(mean("tunnel.tunnelBuildSuccessAvg")).toBeGreaterThan(40);
    expect(mean("tunnel.tunnelBuildSuccessAvg")).toBeLessThan(90);
    expect(mean("router.memoryUsed")).toBeGreaterThan(10_000_000);
    expect(Math.abs(mean("clock.skew"))).toBeLessThan(1_000);
  });

  it("are of the period that is asked for", () => {
    const figures = lived(1, HOUR);
    for (let time = HOUR + 1_000; time <= HOUR + 60_000; time += 1_000)
      figures.step({ time, peers: 100, tunnels: 1_000_000 });
    const now = HOUR + 60_000;
    expect(figures.mean("router.memoryUsed", now, 1_000)).toBeGreaterThan(
      2 * figures.mean("router.memoryUsed", now, HOUR),
    );
  });

  it("are 0 where nothing was measured: without peers nothing is built, and a start forgets", () => {
    expect(lived(1, HOUR, 0).mean("tunnel.buildExploratorySuccess", HOUR, HOUR)).toBe(0);
    const figures = lived(1, HOUR);
    figures.clear();
    expect(means(figures)).toEqual(STATS.map(() => 0));
  });
});
