import { setImmediate as round } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Turns } from "./turns.js";

describe("turns", () => {
  it("go round by owner: who has much to do does not keep the others waiting", async () => {
    const turns = new Turns();
    const order: string[] = [];
    const wait = (owner: string) => turns.next(owner).then(() => order.push(owner));
    await Promise.all([...Array.from({ length: 5 }, () => wait("much")), wait("little"), wait("other")]);
    expect(order).toEqual(["much", "little", "other", "much", "much", "much", "much"]);
    await wait("later");
    expect(order.at(-1)).toBe("later");
  });

  it("rest after a long piece, so that others are not held up by one in each round", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const turns = new Turns();
    const done: string[] = [];
    const work = (name: string, ms: number) =>
      turns.next("one").then(() => {
        vi.advanceTimersByTime(ms);
        done.push(name);
      });
    const all = Promise.all([work("long", 30), work("short", 1), work("next", 1)]);
    for (let n = 0; n < 5; n++) await round();
    expect(done).toEqual(["long"]);
    vi.advanceTimersByTime(29);
    await round();
    expect(done).toEqual(["long"]);
    vi.advanceTimersByTime(1);
    await all;
    expect(done).toEqual(["long", "short", "next"]);
  });
});
