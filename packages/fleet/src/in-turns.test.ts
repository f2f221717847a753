import { expect, it } from "vitest";
import { inTurns, sortedInTurns } from "./in-turns.js";

it("lets others have their turn between things that take long", async () => {
  let [others, isOver] = [0, false];
  const other = () => {
    others++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const seen: number[] = [];
  for await (const item of inTurns([1, 2, 3, 4])) {
    const until = performance.now() + 10;
    while (performance.now() < until);
    seen.push(item);
  }
  isOver = true;
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(others).toBeGreaterThanOrEqual(3);
});

it("sorts many things in turns, and leaves equal ones in their order", async () => {
  let [others, isOver] = [0, false];
  const other = () => {
    others++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const items = Array.from({ length: 4_321 }, (_, n) => [(n * 7_919) % 97, n] as const);
  const slow = ([value]: readonly [number, number]) => {
    // As long as a fleet of fifty thousand would take.
    const until = performance.now() + 0.01;
    while (performance.now() < until);
    return value;
  };
  const sorted = await sortedInTurns(items, slow, (one, another) => one - another);
  isOver = true;
  expect(sorted).toEqual(items.toSorted(([a], [b]) => a - b));
  expect(others).toBeGreaterThanOrEqual(3);
  expect(await sortedInTurns([], slow, () => 0)).toEqual([]);
});
