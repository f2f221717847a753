import type { RpcError } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Store } from "../../store/store.js";
import { Tokens } from "./tokens.js";

const SECOND = 1_000;
const LEFT = 60 * SECOND;
const clock = { tick: 0, now: () => 1_000_000, ticks: () => clock.tick };
let store: Store;
let tokens: Tokens;
beforeEach(() => {
  clock.tick = 70 * SECOND;
  store = Store.open(scratch());
  tokens = new Tokens(store, clock, () => 3_600 * SECOND);
});
afterEach(async () => {
  await tokens.stop();
  await store.close();
});

const kept = () => store.all("SELECT address FROM token ORDER BY address").map((row) => row["address"]);
const use = (token: string) => {
  try {
    return tokens.check(token).address;
  } catch (error) {
    return (error as RpcError).kind;
  }
};
/** A session that was left for a minute, and one that stays. */
async function leaveOne() {
  const { token, session } = await tokens.issue("left", false, () => true);
  await tokens.issue("stays", false, () => true);
  tokens.leave(session, LEFT);
  return token;
}
const open = () => tokens.open().map(({ address }) => address);

describe("a session that was left", () => {
  it("ends when its time is over, not before, and is unknown from then on", async () => {
    const token = await leaveOne();
    clock.tick += LEFT - 1;
    expect(open()).toEqual(["left", "stays"]);
    clock.tick += 1;
    expect(open()).toEqual(["stays"]);
    expect(use(token)).toBe("unknownToken");
    await expect.poll(kept).toEqual(["stays"]);
  });

  it("still ends when its last calls arrive within five seconds", async () => {
    const token = await leaveOne();
    clock.tick += 5 * SECOND - 1;
    expect(use(token)).toBe("left");
    clock.tick += LEFT - 5 * SECOND + 1;
    expect(use(token)).toBe("unknownToken");
  });

  it("goes on when it is used after five seconds", async () => {
    const token = await leaveOne();
    clock.tick += 5 * SECOND;
    expect(use(token)).toBe("left");
    clock.tick += LEFT;
    expect(open()).toEqual(["left", "stays"]);
    expect(use(token)).toBe("left");
  });

  it("is removed by the next sweep once its time is over", async () => {
    await leaveOne();
    clock.tick += LEFT - 1;
    await tokens.cleanUp();
    expect([tokens.size, kept()]).toEqual([2, ["left", "stays"]]);
    clock.tick += 1;
    await tokens.cleanUp();
    expect([tokens.size, kept()]).toEqual([1, ["stays"]]);
  });

  it("ends when the service stops, even before its time is over", async () => {
    await leaveOne();
    await tokens.stop();
    expect(kept()).toEqual(["stays"]);
  });
});
