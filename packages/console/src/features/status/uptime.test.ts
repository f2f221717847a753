import { expect, it } from "vitest";
import { uptimeOf } from "./uptime.js";

it("counts only the time that is on record, and leaves the rest unknown", () => {
  const values = [null, null, 1, 1, 0, 0, 0.5, 1];
  const samples = {
    ...{ from: 0, to: 80, step: 10, series: [{ stat: "router.up", values }], recorded: null, limits: null },
  };
  expect(uptimeOf(samples, 0, 20, 4)).toEqual({
    up: 3.5 / 6,
    recorded: 0.75,
    beats: [
      { from: 0, up: null },
      { from: 20, up: 1 },
      { from: 40, up: 0 },
      { from: 60, up: 0.75 },
    ],
  });
});

it("counts a step by how much of it is on record", () => {
  const series = [{ stat: "router.up", values: [1, 0, null, null] }];
  const samples = { from: 0, to: 40, step: 10, series, recorded: [0.25, 0.75, 0, 0], limits: null };
  expect(uptimeOf(samples, 0, 20, 2)).toEqual({
    up: 0.25,
    recorded: 0.25,
    beats: [
      { from: 0, up: 0.25 },
      { from: 20, up: null },
    ],
  });
});
