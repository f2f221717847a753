import type { Phase } from "@pilothouse/drivers/port";
import { describe, expect, it } from "vitest";
import { NetworkGlance } from "../../telemetry/network-glance.js";
import { watchingHandlers } from "./watching.js";

type Parts = Parameters<typeof watchingHandlers>[0];
type Network = () => Promise<{ readonly restartNeeded: boolean }>;

function watching(
  phase: Phase,
  {
    network = async () => ({ restartNeeded: false }),
    router = {},
    ...more
  }: { network?: Network; router?: object } & object = {},
) {
  return watchingHandlers({
    router: { simulated: false, kind: "i2pd", ...router },
    network: new NetworkGlance({ network } as never),
    sampler: { lastAt: 1, current: async () => ({ at: 1, phase, facts: {}, ...more }) },
    history: { between: (...asked: number[]) => ({ asked }) },
    auth: { password: { isFactory: false } },
    clock: { now: () => 1 },
    updatesFrom: () => "feed",
    updater: { said: [], unknown: null },
    version: "1.0.0",
  } as unknown as Parts);
}
const statusIn = (phase: Phase, more?: object) =>
  watching(phase, more)["pilothouse.status"]({}, { scope: "read" } as never);

describe("pilothouse.status", () => {
  it("says why a router crashed, what it logged last and when it is started again", async () => {
    const report = { cause: "killed by SIGSEGV", lines: ["one", "two"] };
    expect(await statusIn({ name: "crashed", until: 5_000, report })).toMatchObject({
      phase: "crashed",
      until: null,
      retryAt: 5_000,
      crash: "killed by SIGSEGV\none\ntwo",
    });
  });

  it("says nothing about a crash otherwise, or when its driver knows nothing", async () => {
    const none = { retryAt: null, crash: null };
    expect(await statusIn({ name: "running" })).toMatchObject(none);
    expect(await statusIn({ name: "crashed" })).toMatchObject(none);
  });

  it("says how the service and its router are", async () => {
    expect(await statusIn({ name: "running" }, { starts: 3, note: "a note" })).toEqual({
      ...{
        simulated: false,
        router: "i2pd",
        phase: "running",
        sampled: 1,
        next: null,
        until: null,
        retryAt: null,
        crash: null,
      },
      ...{
        starts: 3,
        note: "a note",
        restartNeeded: false,
        version: "1.0.0",
        time: 1,
        updates: "feed",
        updateTexts: [],
        updateUnknown: null,
        factory: false,
        scope: "read",
        account: null,
        cancellable: null,
      },
    });
    expect(await statusIn({ name: "running" })).toMatchObject({ starts: null, note: null });
    expect(await statusIn({ name: "draining", next: "stop", until: 7 })).toMatchObject({
      next: "stop",
      until: 7,
      retryAt: null,
    });
  });

  it("says whether a wait can be cancelled", async () => {
    const draining = { name: "draining", next: "stop", until: 7 } as const;
    const router = { cancel: async () => true };
    expect(await statusIn(draining, { router })).toMatchObject({ cancellable: true });
    expect(await statusIn({ ...draining, cancellable: false }, { router })).toMatchObject({
      cancellable: false,
    });
    expect(await statusIn(draining)).toMatchObject({ cancellable: false });
  });

  it("reports no needed restart before the router has said so", async () => {
    const network = () => Promise.reject(new Error("hangs"));
    expect(await statusIn({ name: "running" }, { network })).toMatchObject({ restartNeeded: false });
  });

  it("reports a needed restart as the router last said, when the router fails or takes too long", async () => {
    let answer: Network = async () => ({ restartNeeded: true });
    const parts = watching({ name: "running" }, { network: () => answer() });
    const needed = async () =>
      (await parts["pilothouse.status"]({}, { scope: "read" } as never)).restartNeeded;
    expect(await needed()).toBe(true);
    answer = () => Promise.reject(new Error("hangs"));
    expect(await needed()).toBe(true);
    let asked = 0;
    answer = () => {
      asked++;
      return new Promise(() => {});
    };
    expect(await needed()).toBe(true);
    // One question at a time: this one still waits.
    expect(await needed()).toBe(true);
    expect(asked).toBe(1);
  });
});

describe("pilothouse.history", () => {
  const ask = (params: { from: number; to: number; points?: number }) =>
    watching({ name: "running" })["pilothouse.history"](params, undefined as never);

  it("is the samples between two times, in 500 points by default", async () => {
    expect(await ask({ from: 1, to: 2 })).toEqual({ asked: [1, 2, 500] });
    expect(await ask({ from: 1, to: 2, points: 10 })).toEqual({ asked: [1, 2, 10] });
  });

  it.each([
    [2, 1],
    [2, 2],
  ])("is refused from %i to %i", async (from, to) => {
    await expect(ask({ from, to })).rejects.toThrow("Invalid parameters: from wants a time before to");
  });
});
