import type { Store } from "@pilothouse/server";
import { expect, it } from "vitest";
import { OrderNumbers } from "./order-numbers.js";

it("Numbers are given in the order in which they were asked for, also while some are being reserved", async () => {
  for (let turns = 0; turns < 12; turns++) {
    let saved = () => {};
    const disk = new Promise<void>((resolve) => {
      saved = resolve;
    });
    const store = { get: () => undefined, write: () => disk } as unknown as Store;
    const numbers = new OrderNumbers(store, { now: () => 1_000 });
    const first = numbers.next();
    saved();
    for (let turn = 0; turn < turns; turn++) await undefined;
    const second = numbers.next();
    expect(await second, `asked ${turns} turns later`).toBeGreaterThan(await first);
  }
});
