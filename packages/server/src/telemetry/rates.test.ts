import { describe, expect, it } from "vitest";
import { Rates } from "./rates.js";

const MINUTE = 60_000;
const DAY = 86_400_000;

function makeRates() {
  const clock = { time: 1_700_000_000_000, now: () => clock.time };
  const rates = new Rates(clock);
  const add = (peers: number) => rates.add(clock.time, { "router.netdb.activepeers": peers });
  const mean = (period: number) => rates.mean("router.activePeers", period);
  return { clock, rates, add, mean };
}

describe("rate statistics", () => {
  it("are 0 when there is nothing, and the mean of what there is when that is less than the period", () => {
    const { add, mean } = makeRates();
    expect(mean(MINUTE)).toBe(0);
    add(4);
    expect(mean(31 * DAY)).toBe(4);
  });

  it("count only the period that was asked for", () => {
    const { clock, add, mean } = makeRates();
    for (let second = 0; second < 120; second++) {
      clock.time += 1_000;
      add(second < 60 ? 100 : 10);
    }
    expect(mean(30_000)).toBe(10);
    expect(mean(2 * MINUTE)).toBeCloseTo(55, 0);
  });

  it("weigh a sample by the time it stands for, but a gap in which nobody looked not at all", () => {
    const { clock, add, mean } = makeRates();
    add(0);
    for (let second = 0; second < 15; second++) {
      clock.time += 1_000;
      add(0);
    }
    clock.time += 15_000;
    add(30);
    expect(mean(MINUTE)).toBeCloseTo(15, 0);
    clock.time += DAY;
    add(30);
    expect(mean(2 * DAY)).toBeLessThan(30);
  });

  it("sum the keys of a combined statistic", () => {
    const { clock, rates } = makeRates();
    rates.add(clock.time, { "router.net.bw.inbound.1s": 3, "router.net.bw.outbound.1s": 4.5 });
    expect(rates.mean("bw.combined", 1_000)).toBe(7.5);
  });

  it("go on when the clock is set back", () => {
    const { clock, add, mean } = makeRates();
    add(5);
    clock.time -= MINUTE;
    add(5);
    expect(mean(MINUTE)).toBe(5);
  });
});
