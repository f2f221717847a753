import { expect, it } from "vitest";
import { uptimeOf } from "./uptime.js";

const MINUTE = 60_000;

it("counts only the time that is on record, and leaves the rest unknown", () => {
  const values = [null, null, 1, 1, 0, 0, 0.5, 1];
  const samples = {
    ...{
      from: 0,
      to: 80 * MINUTE,
      step: 10 * MINUTE,
      series: [{ stat: "router.up", values }],
      recorded: null,
      limits: null,
    },
  };
  expect(uptimeOf(samples, 0, 20 * MINUTE, 4)).toEqual({
    up: 3.5 / 6,
    recorded: 0.75,
    beats: [
      { from: 0, up: null },
      { from: 20 * MINUTE, up: 1 },
      { from: 40 * MINUTE, up: 0 },
      { from: 60 * MINUTE, up: 0.75 },
    ],
  });
});

it("counts a step by how much of it is on record", () => {
  const series = [{ stat: "router.up", values: [1, 0, null, null] }];
  const samples = {
    from: 0,
    to: 40 * MINUTE,
    step: 10 * MINUTE,
    series,
    recorded: [0.25, 0.75, 0, 0],
    limits: null,
  };
  expect(uptimeOf(samples, 0, 20 * MINUTE, 2)).toEqual({
    up: 0.25,
    recorded: 0.25,
    beats: [
      { from: 0, up: 0.25 },
      { from: 20 * MINUTE, up: null },
    ],
  });
});

it("is all on record if nothing is missing but what comes after now", () => {
  const series = [{ stat: "router.up", values: [1, 1, 1, 1] }];
  const samples = (last: number) => ({
    ...{
      from: -5 * MINUTE,
      to: 35 * MINUTE,
      step: 10 * MINUTE,
      series,
      recorded: [1, 1, 1, last],
      limits: null,
    },
  });
  const recorded = (last: number) => uptimeOf(samples(last), 0, 15 * MINUTE, 2).recorded;
  // Half of the last step has passed, and the last sample may be some seconds old.
  expect([recorded(0.5), recorded(0.49)]).toEqual([1, 1]);
  expect(recorded(0.15)).toBeCloseTo(31.5 / 35);
});
