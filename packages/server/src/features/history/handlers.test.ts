import { RATE_STAT_NAMES, STAT_ALIASES } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { routerWith, Stage } from "../../rpc/testing/stage.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import { RouterQueue } from "../sampling/router-queue.js";
import { historyHandlers } from "./handlers.js";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const facts = { "router.uptime": 5, "router.version": "1", "router.net.status": 0 } as const;
const first: Snapshot = { at: 1, phase: { name: "running" }, facts };

function handlers({
  router = {},
  snapshot = first as Snapshot | Promise<Snapshot>,
  asked = [] as unknown[],
} = {}) {
  const look = () => {
    asked.push("looked");
    return snapshot;
  };
  return historyHandlers({
    router: routerWith({ simulated: false, ...router }),
    sampler: { current: look, newest: look } as never,
    history: {
      mean: (stat: string, period: number) => {
        asked.push(stat, period);
        return 2.5;
      },
      between: (...range: number[]) => ({ asked: range }),
    } as never,
    limits: { between: (from, to) => [{ at: from, in: to, out: null }] },
    look: async () => void asked.push("limits"),
    routerQueue: new RouterQueue(),
  });
}

describe("GetRate", () => {
  it("gives the mean of the stored samples, under either of its names, after reading the router", async () => {
    const asked: unknown[] = [];
    const { result } = await stage.call(
      "GetRate",
      { Stat: "bw.sendRate", Period: 60_000 },
      handlers({ asked }),
    );
    expect(result).toEqual({ Result: 2.5 });
    expect(asked).toEqual(["looked", expect.any(String), 60_000]);
  });

  it("asks the router for others", async () => {
    const rate = async (stat: string, period: number, signal: AbortSignal) =>
      stat === "its.own" && !signal.aborted ? period / 1_000 : undefined;
    const ask = (Stat: string) =>
      stage.call("GetRate", { Stat, Period: 5_000 }, handlers({ router: { rate, stats: ["its.own"] } }));
    expect((await ask("its.own")).result).toEqual({ Result: 5 });
    const { error } = await ask("none");
    expect(error?.data).toMatchObject({ key: "Stat" });
    expect(error?.message).toMatch(/^Invalid parameters: Stat is unknown; there are .+, its\.own$/);
    expect(error?.message).toContain("bw.sendRate");
  });

  it("gives the router's information instead, if it is the same figure", async () => {
    const Stat = "tunnel.tunnelBuildSuccessAvg";
    const snapshot = { ...first, facts: { ...facts, "router.net.tunnels.successrate": 41.5 } };
    const ask = (one: Parameters<typeof handlers>[0]) =>
      stage.call("GetRate", { Stat, Period: 60_000 }, handlers(one));
    expect((await ask({ snapshot })).result).toEqual({ Result: 41.5 });
    expect((await ask({ snapshot, router: { rate: async () => 50 } })).result).toEqual({ Result: 50 });
    expect((await ask({})).error?.code).toBe(-32602);
  });

  it("refuses them where the router has none", async () => {
    const { error } = await stage.call("GetRate", { Stat: "its.own", Period: 5_000 }, handlers());
    expect(error?.code).toBe(-32602);
    const known = [...RATE_STAT_NAMES, ...Object.keys(STAT_ALIASES)].join(", ");
    expect(error?.message).toBe(`Invalid parameters: Stat is unknown; there are ${known}`);
  });
});

describe("pilothouse.history", () => {
  const ask = (params: { from: number; to: number; points?: number }) =>
    handlers()["pilothouse.history"](params, undefined as never);

  it("is the samples between two times, in 500 points by default", async () => {
    expect(await ask({ from: 1, to: 2 })).toEqual({
      asked: [1, 2, 500],
      limits: [{ at: 1, in: 2, out: null }],
    });
    expect(await ask({ from: 1, to: 2, points: 10 })).toMatchObject({ asked: [1, 2, 10] });
  });

  it.each([
    [2, 1],
    [2, 2],
  ])("is refused from %i to %i", async (from, to) => {
    await expect(ask({ from, to })).rejects.toThrow("Invalid parameters: from wants a time before to");
  });
});
