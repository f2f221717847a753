import { RpcError } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LoopbackLine } from "./loopback-line.js";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** Fewer where hundreds of mutations are tried on it. */
const HOURS = process.env["MUTATION_PART"] === undefined ? 6 : 2;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const makeLine = () => new LoopbackLine(() => Date.now());
const wrong = () => Promise.reject(new RpcError("wrongPassword"));
const right = () => Promise.resolve("a token");
const outcome = (login: Promise<unknown>) =>
  login.then(
    () => "in",
    (error: RpcError) => error.kind,
  );

describe("logins from loopback", () => {
  it("are checked at once, ten of them, and then one every 40 s", async () => {
    const line = makeLine();
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcome(line.turn(wrong))));
    expect(outcomes.sort()).toEqual([...Array(2).fill("refused"), ...Array(10).fill("wrongPassword")]);
    await expect(line.turn(right)).rejects.toMatchObject({ kind: "refused", retryAfter: 40 });
    await vi.advanceTimersByTimeAsync(39 * SECOND);
    const late = outcome(line.turn(right));
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(await late).toBe("in");
  });

  it("are no guesses when they are right, with any number at once", async () => {
    const line = makeLine();
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcome(line.turn(right))));
    expect(new Set(outcomes)).toEqual(new Set(["in"]));
  });

  it("leave no timer behind when nobody waits", async () => {
    const line = makeLine();
    expect(await outcome(line.turn(right))).toBe("in");
    expect(await outcome(line.turn(wrong))).toBe("wrongPassword");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are all let in when they are right, even on a slow machine", async () => {
    const line = makeLine();
    const slow = () => new Promise((resolve) => setTimeout(resolve, 2 * SECOND));
    const outcomes = Promise.all(Array.from({ length: 200 }, () => outcome(line.turn(slow))));
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(new Set(await outcomes)).toEqual(new Set(["in"]));
  });

  it("wait no more than 256 at a time: then one of those who wait is refused", async () => {
    const line = makeLine();
    const free: (() => void)[] = [];
    const slow = () => new Promise<void>((resolve) => free.push(resolve));
    const refused: RpcError[] = [];
    const all = Array.from({ length: 10 + 256 + 3 }, () =>
      line.turn(slow).catch((error: RpcError) => void refused.push(error)),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toMatchObject(
      Array(3).fill({
        message: "Request refused: too many logins are waiting; try again in a moment",
        retryAfter: 1,
      }),
    );
    expect(free).toHaveLength(10);
    let over = false;
    void Promise.all(all).then(() => {
      over = true;
    });
    while (!over) {
      free.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(refused).toHaveLength(3);
  });

  it("are refused after nine seconds, with when there is a guess again", async () => {
    const line = makeLine();
    for (let n = 0; n < 10; n++) await outcome(line.turn(wrong));
    await vi.advanceTimersByTimeAsync(31_500);
    let refusal: RpcError | undefined;
    // One guess comes in 8.5 s, for one of the two.
    const two = [1, 2].map(() =>
      line.turn(wrong).catch((error: RpcError) => (refusal = error.kind === "refused" ? error : refusal)),
    );
    await vi.advanceTimersByTimeAsync(8_499);
    expect(refusal).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(two);
    expect(refusal).toMatchObject({
      message:
        "Request refused: too many failed logins from this machine; try again in 40 s, or use pilothouse --local",
      retryAfter: 40,
    });
  });

  it("wait up to nine seconds for the next guess, and are refused at once when it is further away", async () => {
    const line = makeLine();
    for (let n = 0; n < 10; n++) await outcome(line.turn(wrong));
    await vi.advanceTimersByTimeAsync(31 * SECOND - 1);
    expect(await outcome(line.turn(right))).toBe("refused");
    await vi.advanceTimersByTimeAsync(1);
    const waits = outcome(line.turn(right));
    await vi.advanceTimersByTimeAsync(9 * SECOND);
    expect(await waits).toBe("in");
  });

  it("can all be made again when the operator says so", async () => {
    const line = makeLine();
    for (let n = 0; n < 10; n++) await outcome(line.turn(wrong));
    line.clear();
    expect(await outcome(line.turn(right))).toBe("in");
  });

  it("give a stranger in a tunnel 100 guesses an hour, and everybody an answer within 10 s", async () => {
    const line = makeLine();
    const looked: number[] = [];
    const waits: number[] = [];
    const log = (look: () => Promise<unknown>) => {
      const began = Date.now();
      void outcome(line.turn(look)).then(() => waits.push(Date.now() - began));
    };
    const guess = () => {
      looked.push(Date.now());
      return wrong();
    };
    let met = 0;
    const operator = () => {
      met++;
      return right();
    };
    // Four guesses a second, all the time; the operator every ten seconds.
    for (let second = 0; second < HOURS * 3_600; second++) {
      for (let n = 0; n < 4; n++) log(guess);
      if (second % 10 === 0) log(operator);
      await vi.advanceTimersByTimeAsync(SECOND);
    }
    for (let from = 0; from < looked.length; from++) {
      const end = (looked[from] ?? 0) + HOUR;
      let count = from;
      while (count < looked.length && (looked[count] ?? 0) < end) count++;
      expect(count - from).toBeLessThanOrEqual(100);
    }
    expect(looked.length).toBeGreaterThan(HOURS * 42);
    expect(waits.reduce((most, wait) => Math.max(most, wait), 0)).toBeLessThanOrEqual(10 * SECOND);
    expect(waits.length).toBeGreaterThan(HOURS * 3_600 * 4 - 300);
    // By chance, among all who wait: that is why there is a socket for the operator.
    if (HOURS === 6) expect(met).toBeGreaterThan(0);
  });
});
