import { RpcError } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Store } from "../../store/store.js";
import { sessionId } from "./session.js";
import { Tokens } from "./tokens.js";

let store: Store;
let tokens: Tokens;
const clock = { time: 1_000, tick: 0, now: () => clock.time, ticks: () => clock.tick };
const LIFE = 10_000;
const always = () => true;
beforeEach(() => {
  Object.assign(clock, { time: 1_000, tick: 0 });
  store = Store.open(scratch());
  tokens = new Tokens(store, clock, () => LIFE);
});
afterEach(async () => {
  vi.restoreAllMocks();
  tokens.stop();
  await store.close();
});

const kept = () => store.all("SELECT address FROM token ORDER BY address").map((row) => row["address"]);
const codeOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof RpcError) return error.code;
    throw error;
  }
  return undefined;
};

describe("a session", () => {
  it("begins with a token of 256 bits, of which only the hash is kept", async () => {
    const { token, session } = await tokens.issue("192.0.2.1", true, always);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(session).toEqual({
      hash: expect.stringMatching(/^[\w-]{43}$/),
      ...{ name: "", program: false, scope: "all", used: 1_000 },
      ...{ issued: 1_000, expires: 11_000, endsAt: 10_000, factory: true, address: "192.0.2.1" },
    });
    expect(sessionId(session)).toMatch(/^\w{12}$/);
    expect(sessionId({ ...session, hash: `-a-${session.hash}` })).toMatch(/^_a_\w{9}$/);
    expect(store.all("SELECT * FROM token")).toMatchObject([
      { hash: session.hash, issued: 1_000, expires: 11_000, factory: 1, address: "192.0.2.1" },
    ]);
    expect(tokens.check(token)).toBe(session);
    expect((await tokens.issue("x", false, always)).token).not.toBe(token);
  });

  it.each([
    [undefined, -32002],
    [null, -32002],
    ["", -32003],
    [5, -32003],
    [{}, -32003],
  ])("is not behind %j", async (sent, code) => {
    await tokens.issue("x", false, always);
    expect(codeOf(() => tokens.check(sent))).toBe(code);
  });

  it("does not begin when the password changes before or during the write", async () => {
    await expect(tokens.issue("x", false, () => false)).rejects.toMatchObject({ kind: "wrongPassword" });
    expect(kept()).toEqual([]);
    // Both are part of one commit.
    const [issued] = await Promise.allSettled([
      tokens.issue("x", false, always),
      tokens.revokeAll((revoke) => store.write(revoke)),
    ]);
    expect(issued).toMatchObject({ status: "rejected", reason: { kind: "wrongPassword" } });
    expect([tokens.size, kept()]).toEqual([0, []]);
  });

  it("ends when its life is over by either clock, and then leaves the store", async () => {
    const { token } = await tokens.issue("a", false, always);
    const other = await tokens.issue("b", false, always);
    clock.time = 10_999;
    expect(codeOf(() => tokens.check(token))).toBeUndefined();
    clock.time = 11_000;
    expect(tokens.open()).toEqual([]);
    expect(codeOf(() => tokens.check(token))).toBe(-32004);
    await expect.poll(kept).toEqual(["b"]);
    Object.assign(clock, { time: 1_000, tick: 9_999 });
    expect(codeOf(() => tokens.check(other.token))).toBeUndefined();
    clock.tick = 10_000;
    expect(codeOf(() => tokens.check(other.token))).toBe(-32004);
  });

  it("that has expired is reported once, even if it cannot be removed from the store", async () => {
    const { token } = await tokens.issue("a", false, always);
    clock.time = 11_000;
    vi.spyOn(store, "write").mockRejectedValueOnce(new Error("disk"));
    expect(codeOf(() => tokens.check(token))).toBe(-32004);
    expect(codeOf(() => tokens.check(token))).toBe(-32003);
  });

  it("is there again after a restart, in the order of their beginnings, with what is left of its life", async () => {
    clock.time = 2_000;
    await tokens.issue("later", true, always);
    clock.time = 1_000;
    await tokens.issue("earlier", false, always);
    const again = new Tokens(store, clock, () => LIFE);
    clock.time = 5_000;
    clock.tick = 100;
    again.start();
    expect(again.open()).toMatchObject([
      { address: "earlier", issued: 1_000, expires: 11_000, endsAt: 6_100, factory: false },
      { address: "later", issued: 2_000, expires: 12_000, endsAt: 7_100, factory: true },
    ]);
    again.stop();
    // Set back meanwhile: at most a whole lifetime from now.
    clock.time = 0;
    const late = new Tokens(store, clock, () => LIFE);
    late.start();
    expect(late.open().map(({ endsAt }) => endsAt)).toEqual([10_100, 10_100]);
    late.stop();
  });
});

describe("the name of a session", () => {
  it("can be changed, in memory and in the store, for no other", async () => {
    const { token, session } = await tokens.issue("a", false, always, { name: "old" });
    await tokens.issue("b", false, always, { name: "other" });
    await tokens.rename(session, "new", tokens.sessionSignal(session));
    expect(tokens.check(token).name).toBe("new");
    expect(store.all("SELECT address, name FROM token ORDER BY address")).toEqual([
      { address: "a", name: "new" },
      { address: "b", name: "other" },
    ]);
  });

  it("stays when the session that asks has ended", async () => {
    const { session } = await tokens.issue("a", false, always, { name: "old" });
    const sessionSignal = AbortSignal.abort(new RpcError("unknownToken"));
    await expect(tokens.rename(session, "new", sessionSignal)).rejects.toMatchObject({
      kind: "unknownToken",
    });
    expect(session.name).toBe("old");
    expect(store.all("SELECT name FROM token")).toEqual([{ name: "old" }]);
  });
});

describe("the end of a session", () => {
  it("removes it from the store and aborts its signal", async () => {
    const { session } = await tokens.issue("a", false, always);
    await tokens.issue("b", false, always);
    const sessionSignal = tokens.sessionSignal(session);
    expect(tokens.sessionSignal(session)).toBe(sessionSignal);
    expect(sessionSignal.aborted).toBe(false);
    await tokens.revoke(session);
    expect(kept()).toEqual(["b"]);
    expect(sessionSignal.reason).toMatchObject({ kind: "unknownToken" });
    expect(tokens.sessionSignal(session).reason).toMatchObject({ kind: "unknownToken" });
    expect(tokens.size).toBe(1);
  });

  it("is prevented by the end of the session that asks", async () => {
    const { session } = await tokens.issue("a", false, always);
    const sessionSignal = AbortSignal.abort(new RpcError("unknownToken"));
    await expect(tokens.revoke(session, sessionSignal)).rejects.toMatchObject({ kind: "unknownToken" });
    expect([tokens.size, kept()]).toEqual([1, ["a"]]);
  });

  it("is taken back when it could not be written", async () => {
    const { token, session } = await tokens.issue("a", false, always);
    const failing = tokens.revokeAll((revoke) =>
      store.write((db) => {
        revoke(db);
        throw new Error("disk");
      }),
    );
    await expect(failing).rejects.toThrow("disk");
    expect(tokens.check(token)).toBe(session);
    expect([tokens.size, kept()]).toEqual([1, ["a"]]);
  });

  it("is taken back when it could not be written, and the store cannot be read either", async () => {
    const { token, session } = await tokens.issue("a", false, always);
    const failing = tokens.revokeAll((revoke) =>
      store.write((db) => {
        revoke(db);
        throw new Error("disk");
      }),
    );
    vi.spyOn(store, "get").mockImplementation(() => {
      throw new Error("cannot be read");
    });
    await expect(failing).rejects.toThrow("disk");
    expect(tokens.check(token)).toBe(session);
    expect(tokens.size).toBe(1);
  });

  it("may be that of all at once", async () => {
    const issued = [await tokens.issue("a", false, always), await tokens.issue("b", false, always)];
    await tokens.revokeAll((revoke) => store.write(revoke));
    expect(issued.map(({ token }) => codeOf(() => tokens.check(token)))).toEqual([-32003, -32003]);
    expect(kept()).toEqual([]);
  });
});

describe("the sweep", () => {
  const DAY = 24 * 3_600_000;

  it("removes what ended a day ago, and writes nothing when there is none", async () => {
    await tokens.issue("a", false, always);
    clock.time = 11_000 + DAY - 1;
    const write = vi.spyOn(store, "write");
    await tokens.cleanUp();
    expect([write.mock.calls.length, tokens.size]).toEqual([0, 1]);
    clock.time++;
    await tokens.issue("b", false, always);
    await tokens.cleanUp();
    expect([tokens.size, kept()]).toEqual([1, ["b"]]);
  });

  it("removes one and writes down the last use of another at once", async () => {
    await tokens.issue("old", false, always);
    clock.time = 11_000 + DAY;
    const { token } = await tokens.issue("new", false, always);
    clock.time++;
    tokens.check(token);
    await tokens.cleanUp();
    expect(store.all("SELECT address, used FROM token")).toEqual([{ address: "new", used: 11_001 + DAY }]);
    expect(tokens.size).toBe(1);
  });

  it("comes every ten minutes, until it is stopped", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const cleanUp = vi.spyOn(tokens, "cleanUp").mockResolvedValue();
    tokens.start();
    vi.advanceTimersByTime(599_999);
    expect(cleanUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(cleanUp).toHaveBeenCalledOnce();
    // Again at the end, for the sessions that were left.
    void tokens.stop();
    vi.advanceTimersByTime(1_200_000);
    expect(cleanUp).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });
});
