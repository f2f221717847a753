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

  it("keeps no process alive", () => {
    vi.useRealTimers();
    const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const stop = every(60_000, () => {});
    expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout")).toHaveLength(before);
    return stop();
  });
});
