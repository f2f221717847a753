import { describe, expect, it } from "vitest";
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
});
