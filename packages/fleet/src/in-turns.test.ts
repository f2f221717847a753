import { expect, it } from "vitest";
import { inTurns } from "./in-turns.js";

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
