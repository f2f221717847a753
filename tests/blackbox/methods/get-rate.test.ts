import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";

const TRAFFIC = [
  ["bw.sendRate", "svc.router.net.total.sent.bytes"],
  ["bw.recvRate", "svc.router.net.total.received.bytes"],
] as const;
const COUNTS = [
  ["tunnel.participatingTunnels", "svc.router.net.tunnels.participating"],
  ["router.activePeers", "svc.router.netdb.activepeers"],
  ["router.fastPeers", "svc.router.netdb.fastpeers"],
  ["router.highCapacityPeers", "svc.router.netdb.highcapacitypeers"],
  ["netDb.knownPeers", "svc.router.netdb.knownpeers"],
] as const;
const KNOWN = [...[...TRAFFIC, ...COUNTS].map(([stat]) => stat), "bw.combined"];
const DAY = 86_400_000;

let here: Here;
beforeAll(async () => {
  here = await startHere();
  here.clock.advance(600_000);
});
/** On a busy machine a reading may take longer than a caller waits for it, and come between two of his questions. */
const sampled = (service: Here) =>
  expect
    .poll(async () => (await service.call("pilothouse.status")).result["sampled"])
    .toBe(service.clock.now());
const rate = (Stat: unknown, Period: unknown) => here.call("GetRate", { Stat, Period });

describe("GetRate", () => {
  it.each(KNOWN)("knows %s and prints a double", async (stat) => {
    const { body, result } = await rate(stat, 60_000);
    expect(Object.keys(result)).toEqual(["Result"]);
    expect(body).toMatch(/"result":\{"Result":\d+\.\d+(e[+-]?\d+)?\}\}$/);
  });

  it.each(TRAFFIC)("gives for %s the growth of %s, also when there were no requests", async (stat, total) => {
    // A look at the router that was under way before the clock moved belongs to the time before: the second is new.
    const totalNow = async () => {
      await here.info(total);
      return Number(await here.info(total));
    };
    here.clock.advance(2_000);
    const before = await totalNow();
    here.clock.advance(10_000);
    const grown = (await totalNow()) - before;
    expect(Number((await rate(stat, 10_000)).result["Result"]) / (grown / 10)).toBeCloseTo(1, 6);
  });

  it.each(COUNTS)("gives for %s, over the last second, what RouterInfo has as %s", async (stat, key) => {
    here.clock.advance(5_000);
    await sampled(here);
    const now = await here.info(key);
    expect((await rate(stat, 1_000)).result["Result"]).toBeCloseTo(now as number, 6);
  });

  it("gives as bw.combined the sum of both directions", async () => {
    here.clock.advance(5_000);
    // A reading that was late may come between two of the questions; the clock stands still, so the last one comes soon.
    await expect
      .poll(async () => {
        const rates = ["bw.sendRate", "bw.recvRate", "bw.combined"].map(async (stat) =>
          Number((await rate(stat, 1_000)).result["Result"]),
        );
        const [sent = 0, received = 0, both = 0] = await Promise.all(rates);
        return Math.abs(both - sent - received);
      })
      .toBeLessThan(1e-6);
  });

  it("is the mean over the period", async () => {
    const own = await startHere();
    own.clock.advance(600_000);
    const seen: number[] = [];
    for (let second = 0; second < 10; second++) {
      own.clock.advance(1_000);
      await sampled(own);
      seen.push(Number(await own.info("svc.router.net.bw.inbound.1s")));
    }
    const { result } = await own.call("GetRate", { Stat: "bw.recvRate", Period: 4_000 });
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Number(result["Result"])).toBeGreaterThanOrEqual(Math.min(...seen.slice(-5)));
    expect(Number(result["Result"])).toBeLessThanOrEqual(Math.max(...seen.slice(-5)));
    expect(
      [mean(seen.slice(-4)), mean(seen.slice(-5))].some((m) => Math.abs(m - Number(result["Result"])) < 1e-6),
    ).toBe(true);
  });

  it.each([[1_000], [1_001], [60_000], [31 * DAY], ["1000"], [String(31 * DAY)]])(
    "takes the period %j",
    async (period) => {
      expect((await rate("bw.sendRate", period)).code).toBeUndefined();
    },
  );

  it.each([
    [999],
    [0],
    [-60_000],
    [31 * DAY + 1],
    [1_000.5],
    [1e300],
    ["999"],
    [String(31 * DAY + 1)],
    [""],
    ["60 000"],
    ["60000ms"],
    ["6e4"],
    ["-60000"],
    ["60000.0"],
    [" 60000"],
    [null],
    [true],
    [[60_000]],
    [{}],
  ])("refuses the period %j", async (period) => {
    const { code, message } = await rate("bw.sendRate", period);
    expect(code).toBe(-32602);
    expect(message).toMatch(/^Invalid parameters.*Period/);
  });

  it.each(["bw.nonsense", "", "BW.sendRate", "constructor", "__proto__", "toString"])(
    "refuses the unknown statistic %j and names the known ones",
    async (stat) => {
      const { code, message } = await rate(stat, 60_000);
      expect(code).toBe(-32602);
      for (const known of KNOWN) expect(message).toContain(known);
    },
  );

  it.each([[null], [1], [true], [["bw.sendRate"]], [{}]])("refuses %j as a statistic", async (stat) => {
    expect((await rate(stat, 60_000)).code).toBe(-32602);
  });

  it.each([[{ Stat: "bw.sendRate" }], [{ Period: 60_000 }], [{}], [{ stat: "bw.sendRate", period: 60_000 }]])(
    "refuses a call that lacks one of its parameters: %j",
    async (params) => {
      expect((await here.call("GetRate", params)).code).toBe(-32602);
    },
  );
});
