import { expect, it } from "vitest";
import { Peers } from "./peers.js";
import { Random } from "./random.js";

it("the better peers are always among the active, and those among the known", () => {
  const random = new Random(1);
  const peers = new Peers();
  const wrong: Peers[] = [];
  for (let second = 0; second < 20_000; second++) {
    // Tunnels that come and go at once, and now and then a lost line, drive the connections up and down.
    if (second % 1_300 === 0) peers.active = 2;
    peers.step(random, second % 2_000 < 1_000 ? 2_000 : 0);
    const { fast, highCapacity, active, known } = peers;
    if (fast > highCapacity || highCapacity > active || active > known) wrong.push({ ...peers } as Peers);
  }
  expect(wrong).toEqual([]);
  expect(peers.fast).toBeGreaterThan(0);
});
