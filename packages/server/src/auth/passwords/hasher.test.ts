import { setImmediate } from "node:timers/promises";
import { FACTORY_PASSWORD } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { Hasher, hashesSlowly } from "./hasher.js";
import { FACTORY_HASH } from "./password.js";

describe("hashing", () => {
  it("is Argon2id at the configured cost, and accepts only the right password", async () => {
    const hasher = new Hasher();
    const kept = await hasher.hash("a password");
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.run(() => hasher.verify(kept, "a password"))).toBe(true);
    expect(await hasher.run(() => hasher.verify(kept, "another"))).toBe(false);
  });

  it("was done in advance, at the same cost, for the password that everybody knows", async () => {
    const hasher = new Hasher();
    expect(FACTORY_HASH).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.run(() => hasher.verify(FACTORY_HASH, FACTORY_PASSWORD))).toBe(true);
    expect(await hasher.run(() => hasher.verify(FACTORY_HASH, "another"))).toBe(false);
  });

  it("is done one at a time where there is little memory, and says so", async () => {
    const begun: number[] = [];
    const hasher = new Hasher(96 * 2 ** 20);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const all = [
      hasher.run(async () => {
        begun.push(1);
        await ended;
      }),
      hasher.run(async () => void begun.push(2)),
    ];
    await setImmediate();
    expect(begun).toEqual([1]);
    end();
    await Promise.all(all);
    expect(begun).toEqual([1, 2]);
    expect(hashesSlowly(96 * 2 ** 20)).toMatch(
      /^there are only 96 MiB .* passwords are checked one at a time/,
    );
    expect(hashesSlowly(2 ** 30)).toBeUndefined();
  });

  it("is done two at a time, and the line has an end that the operator passes", async () => {
    const hasher = new Hasher(2 ** 30);
    let running = 0;
    let most = 0;
    const free: (() => void)[] = [];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => free.push(resolve));
      running--;
    };
    const all = Array.from({ length: 258 }, () => hasher.run(work));
    // Two are under way, or about to be, and 256 wait.
    await expect.poll(() => free.length).toBe(2);
    expect(() => hasher.run(work)).toThrow(
      expect.objectContaining({
        message: "Request refused: too many logins are waiting; try again in a moment",
        retryAfter: 1,
      }),
    );
    expect(() => hasher.hash("x")).toThrow("too many logins are waiting");
    expect(await hasher.hash("x", true)).toMatch(/^\$argon2id\$/);
    let over = false;
    const ended = Promise.all(all).then(() => {
      over = true;
    });
    while (!over) {
      free.shift()?.();
      await setImmediate();
    }
    await ended;
    expect(most).toBe(2);
  });
});
