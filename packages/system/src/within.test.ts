import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { within } from "./within.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("work that may take a while", () => {
  const never = new Promise<string>(() => {});

  it("gives its result when it is done in time, also when it fails, and leaves no timer", async () => {
    expect(await within(10, Promise.resolve("done"), () => "late")).toBe("done");
    await expect(within(10, Promise.reject(new Error("broken")), () => "late")).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is given up when the time is over", async () => {
    const given = within(10, never, () => "late");
    await vi.advanceTimersByTimeAsync(10);
    expect(await given).toBe("late");
  });

  it("can be made to fail then", async () => {
    const given = within(10, never, () => {
      throw new Error("too late");
    });
    const seen = expect(given).rejects.toThrow("too late");
    await vi.advanceTimersByTimeAsync(10);
    await seen;
  });
});
