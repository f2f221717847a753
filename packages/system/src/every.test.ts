import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { every } from "./every.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work whose turns end when the test says so. */
function turns() {
  const ends: ((error?: Error) => void)[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve() : reject(error)));
    });
  return { ends, work };
}

describe("every", () => {
  it("works in each turn, and not before the first", async () => {
    const work = vi.fn();
    const stop = every(1_000, work);
    await vi.advanceTimersByTimeAsync(999);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_001);
    expect(work).toHaveBeenCalledTimes(3);
    await stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it("leaves out turns while one is under way", async () => {
    const { ends, work } = turns();
    const stop = every(1_000, work);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await stop();
  });

  it("tells of failures, those of the work itself as well, and goes on", async () => {
    const failures: string[] = [];
    let count = 0;
    const stop = every(
      1_000,
      () => {
        count += 1;
        if (count === 1) throw new Error("at once");
        return count === 2 ? Promise.reject(new Error("later")) : undefined;
      },
      (error) => failures.push((error as Error).message),
    );
    await vi.advanceTimersByTimeAsync(3_000);
    expect([count, failures]).toEqual([3, ["at once", "later"]]);
    await stop();
  });

  it("stops when the turn that is under way has ended", async () => {
    const { ends, work } = turns();
    const stop = every(1_000, work);
    await vi.advanceTimersByTimeAsync(1_000);
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect([stopped, ends.length]).toEqual([false, 1]);
    ends[0]?.();
    await stopping;
    expect(stopped).toBe(true);
  });

  it("wakes up once for all work of one period, and each has a turn in each", async () => {
    const done: string[] = [];
    const stops = ["a", "b"].map((name) => every(1_000, () => done.push(name)));
    await vi.advanceTimersByTimeAsync(500);
    const later = every(1_000, () => done.push("c"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([done, vi.getTimerCount()]).toEqual([["a", "b", "c"], 1]);
    await stops[0]?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(done.splice(3)).toEqual(["b", "c"]);
    await Promise.all([stops[1]?.(), later()]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives no turn to what another work of that moment has stopped", async () => {
    const stops: (() => Promise<void>)[] = [];
    const second = vi.fn();
    stops.push(
      every(1_000, () => void stops[1]?.()),
      every(1_000, second),
    );
    await vi.advanceTimersByTimeAsync(3_000);
    expect(second).not.toHaveBeenCalled();
    await stops[0]?.();
  });

  it("is not held up by work of played timers that nobody has stopped", async () => {
    every(10, () => {});
    vi.useRealTimers();
    await new Promise<void>((resolve) => {
      const stop = every(10, () => {
        void stop();
        resolve();
      });
    });
  });

  it("keeps no process alive", () => {
    vi.useRealTimers();
    const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const stop = every(60_000, () => {});
    expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout")).toHaveLength(before);
    return stop();
  });
});
