import { afterEach, expect, it, vi } from "vitest";
import { afterTimeToRun } from "./patience.js";

afterEach(() => vi.useRealTimers());

it("is over after the time that the program had, however long that takes by the clock", () => {
  vi.useFakeTimers();
  const work = vi.fn();
  afterTimeToRun(1_000, work);
  vi.advanceTimersByTime(900);
  // A busy machine: the clock moved on while this program did not run.
  vi.setSystemTime(Date.now() + 60_000);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledOnce();
});
