import type { RolloutEntry } from "@pilothouse/protocol";
import { expect, it } from "vitest";
import { countsOf } from "./rollout-counts.js";

const ROLLOUT = { total: 9, done: 1, failed: 1, skipped: 1, expired: 1, underWay: 1, waiting: 4, offline: 3 };
const counts = (finished: number | null, status = "running") =>
  countsOf({ ...ROLLOUT, finished, status } as RolloutEntry);
const sum = (numbers: object) => Object.values(numbers).reduce((one, other) => one + other, 0);

it("The counts of a roll-out add up: a node that is offline is not counted as the next as well", () => {
  expect(counts(null)).toMatchObject({ waiting: 1, offline: 3, left: 0 });
  expect(ROLLOUT.done + sum(counts(null))).toBe(ROLLOUT.total);
});

it("Nothing is next or waited for in a roll-out that is over, or stopping", () => {
  expect(counts(1)).toMatchObject({ waiting: 0, offline: 0, left: 4 });
  expect(counts(null, "stopping")).toEqual(counts(1));
  expect(ROLLOUT.done + sum(counts(1))).toBe(ROLLOUT.total);
});
